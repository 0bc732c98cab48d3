// The page's story in Firefox, over WebDriver BiDi: node firefox.mjs MODULES FIREFOX TICKET DOCUMENT. It prints its steps.
import {createRequire} from 'node:module';

const [modules, executablePath, ticket, document_] = process.argv.slice(2);
const puppeteer = createRequire(modules + '/')('puppeteer-core');
const browser = await puppeteer.launch({browser: 'firefox', executablePath, headless: true});
const complaints = [];
try {
  const page = await browser.newPage();
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(error.message));
  await page.setViewport({width: 1280, height: 900});
  const until = async (what, condition, ...args) => {
    try {
      await page.waitForFunction(condition, {timeout: 180_000, polling: 100}, ...args);
    } catch (error) {
      throw new Error(`waited in vain: ${what}; the page says:\n${await page.evaluate(() => document.body.innerText)}`, {cause: error});
    }
    console.log(what);
  };
  const click = name => page.evaluate(text => [...document.querySelectorAll('button, a, summary')].find(e => e.checkVisibility() && e.textContent.trim() === text).click(), name);

  await page.goto(ticket);
  await until('the list of ontologies', () => document.querySelector('.drop input'));
  await (await page.$('.drop input')).uploadFile(document_);
  await until('suggestions', () => [...document.querySelectorAll('.item')].filter(e => e.checkVisibility()).length > 3);
  await until('the hierarchy', () => document.querySelectorAll('[role=treeitem]').length > 5);
  await page.keyboard.press('/');
  await until('the search has the focus', () => document.activeElement.getAttribute('role') === 'combobox');
  await page.keyboard.type('macrphage');
  await until('a class for a name with a typo', () => document.querySelector('[role=option]')?.firstElementChild?.textContent === 'macrophage');
  await page.keyboard.press('Enter');
  await until('evidence of its first suggestion', () => /macrophage/.test(document.querySelector('.scope').textContent) && document.querySelector('.detail .why li')
    && document.activeElement === document.querySelector('.item'));
  await page.keyboard.press('a');
  await until('accepted', () => document.querySelector('.item').dataset.decision === 'accept' && /26,375 axioms/.test(document.body.innerText));
  await click('Changes');
  await until('the change', () => document.querySelectorAll('.changes .plus').length === 1 && /accepted/.test(document.querySelector('.changes .plus').textContent));
  await page.keyboard.press('u');
  await until('undone', () => /No changes\./.test(document.body.innerText) && /26,374 axioms/.test(document.body.innerText));
  await click('History');
  await until('the history', () => document.querySelectorAll('.history tbody tr').length === 3);
  await click('Query');
  await page.type('textarea', "'T cell'");
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await until('superclasses', () => /lymphocyte/.test(document.querySelector('.answer').textContent));
  for (const width of [1280, 390]) {
    await page.setViewport({width, height: 844});
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) complaints.push(`${wide} pixels wide at ${width}`);
  }
} finally {
  await browser.close();
}
if (complaints.length) throw new Error(complaints.join('\n'));
