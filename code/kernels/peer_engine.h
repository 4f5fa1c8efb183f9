/* peer_engine.h - what peers.h needs where nvcc, and so PTX, is not; what runs the
 * kernels supplies it, as it does what group_engine.h names. */
#ifndef PEER_ENGINE_H
#define PEER_ENGINE_H

#ifdef __cplusplus
extern "C" {
#endif

/* How many blocks the cluster has. */
unsigned engine_ranks(void);

/* 16 bytes at this place of the shared memory of the block of that rank in the
 * cluster, which may be the running block. */
void engine_load_of_peer(float out[4], const void *at, unsigned rank);

#ifdef __cplusplus
}
#endif
#endif
