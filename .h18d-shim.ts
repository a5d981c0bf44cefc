import { JestAsymmetricMatchers, JestChaiExpect, JestExtend, chai, setState, GLOBAL_EXPECT } from '@vitest/expect';
chai.use(JestExtend); chai.use(JestChaiExpect); chai.use(JestAsymmetricMatchers);
export const expect: any = (value: unknown, message?: string) => chai.expect(value, message);
Object.assign(expect, chai.expect);
for (const k of ['stringContaining','objectContaining','arrayContaining','anything','any','stringMatching']) (expect as any)[k] = (chai.expect as any)[k];
setState({ assertionCalls: 0 } as any, expect); (globalThis as any)[GLOBAL_EXPECT] = expect;
const wait = (ms: number) => new Promise((r) => setTimeout(r, ms));
expect.poll = (fn: () => unknown, { timeout = 60000 }: any = {}) => new Proxy({}, { get: (_t, matcher: string) => async (...args: any[]) => {
  const end = Date.now() + timeout * 5; for (;;) { try { return (expect(await fn()) as any)[matcher](...args); } catch (e) { if (Date.now() > end) throw e; await wait(300); } } } });
const tests: any[] = []; const befores: any[] = []; const afters: any[] = [];
export const describe: any = (_n: string, run: () => void) => run();
describe.each = () => () => undefined;
export const it: any = (name: string, a: any, b?: any) => tests.push([name, typeof a === 'function' ? a : b]);
it.each = () => () => undefined;
export const test = it; export const beforeAll = (f: any) => befores.push(f); export const afterAll = (f: any) => afters.push(f);
export const beforeEach = () => undefined; export const afterEach = () => undefined;
export const inject = (key: string): any => ({ timeoutFactor: 20, runFolder: '/tmp/h18d/run' } as any)[key];
export const vi: any = {};
setTimeout(async () => {
  let failed = 0;
  try {
    for (const f of befores) await f();
    console.log('started', process.cpuUsage().user / 1e6);
    for (const [name, f] of tests) { const t = Date.now(); try { await f(); console.log('ok', name, Date.now() - t); } catch (e: any) { failed += 1; console.log('FAIL', name, Date.now() - t, '\n', e?.message?.slice(0, 3000), e?.diff ?? '', JSON.stringify(e?.actual)?.slice(0, 1500), '\n', JSON.stringify(e?.expected)?.slice(0, 1500), '\n', e?.stack?.split('\n').filter((l: string) => l.includes('try')).slice(0, 6).join('\n')); } }
  } catch (e: any) { failed += 1; console.log('SETUP', e?.stack, JSON.stringify(e?.data ?? null), JSON.stringify(e?.details ?? null), e?.cause?.stack); }
  for (const f of afters.reverse()) await f().catch?.(() => undefined);
  console.log('failed', failed, 'of', tests.length, 'cpu', process.cpuUsage().user / 1e6); process.exit(failed);
}, 0);
