// firefox.mjs: Firefox, where it is, with as much of a page of playwright as the students' test in play.mjs asks of one: playwright
// takes only a Firefox of its own, and puppeteer that of the system.
import { found } from './browser.mjs';
import puppeteer from 'puppeteer-core';

const selector = (words) => words.replace(/:has-text\("(.*?)"\)/, '::-p-text($1)');

class Page {
  constructor(page) {
    this.page = page;
    this.faults = [];
    page.on('pageerror', (e) => this.faults.push(`script: ${e.message}`));
  }
  goto(url) { return this.page.goto(url); }
  $(words) { return this.page.$(words); }
  click(words) { return this.page.click(selector(words)); }
  selectOption(words, value) { return this.page.select(words, value); }
  evaluate(f, value) { return this.page.evaluate(f, value); }
  waitForFunction(f, value, options) { return this.page.waitForFunction(f, { polling: 100, ...options }, value); }
  waitForSelector(words) { return this.page.waitForSelector(words); }
  locator(words) {
    const of = (name) => this.page.$eval(words, (e, name) => e[name], name);
    return { innerText: () => of('innerText'), textContent: () => of('textContent') };
  }
  context() { return { close: () => this.page.browser().close() }; }
}

export const executablePath = found(['firefox-esr', 'firefox']);
export async function opened(site, at) {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true }), page = new Page(await browser.newPage());
  await page.goto(`http://localhost:${site.port}/${at}`);
  return page;
}
