/* math_constants.h - the constants that kernels take from it. */
#ifndef LENS_MATH_CONSTANTS_H
#define LENS_MATH_CONSTANTS_H

#include <math.h>

#define CUDART_INF_F INFINITY
#define CUDART_NAN_F NAN
#define CUDART_MAX_NORMAL_F 3.402823466e38f
#define CUDART_PI_F 3.141592654f
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_L2E_F 1.442695041f
#define CUDART_LN2_F 0.693147181f
#define CUDART_INF HUGE_VAL
#define CUDART_NAN ((double)NAN)
#define CUDART_PI 3.1415926535897931e0

#endif
