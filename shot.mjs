import { chromium } from '@playwright/test';
const base = process.argv[2] ?? 'http://localhost:4000';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-background-networking'] });
for (const [w,h,name] of [[390,844,'phone'],[1440,900,'desk']]) for (const scheme of ['light','dark']) {
  const c = await b.newContext({ viewport:{width:w,height:h}, colorScheme: scheme, locale: scheme==='dark'?'zh-CN':'en-GB' });
  const p = await c.newPage();
  p.on('console', m => m.type()==='error' && console.log(name, scheme, m.text(), m.location().url));
  p.on('pageerror', e => console.log('pageerror', e.message));
  for (const [n,u] of [['cities','/cities'],['list','/cities/beijing'],['event','/events/10000002'],['settings','/settings']]) {
    await p.goto(base+u, {waitUntil:'networkidle'}); await p.waitForTimeout(300);
    await p.screenshot({ path:`/tmp/shots/${n}-${name}-${scheme}.png` });
  }
  await c.close();
}
await b.close();
