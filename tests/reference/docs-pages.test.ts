import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSecret, signMessage } from '../../engine/webhooks/send-delivery.ts';
import { createPageOpener, useBrowser } from '../browser/open-browser.ts';
import { findAccessibilityViolations } from '../browser/accessibility-checks.ts';
import { readService } from '../support/services.ts';
import { startServer, TEST_ADMIN, type TestServer } from '../support/start-server.ts';
import { INPUT_TYPES } from '../../engine/model/definitions/index.ts';
import { findProblems } from '../../engine/registry/check/check-fixture.ts';
import { NEEDS } from './definition-sections.ts';
import { GUIDES } from './guides.ts';
import { makeFiles } from './reference-files.ts';

const PAGES = [
  'operating',
  'api-guide',
  'webhooks',
  'tutorial',
  'conditions',
  'plugin-context',
  'slots',
  'test-kit',
  'errors',
  'definitions',
];

describe('The reference files', () => {
  it.each(makeFiles())('$file is current: if not, run npm run reference', ({ file, text }) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('describe plugins, slots, errors and definitions with their doc comments', () => {
    const whole = makeFiles()
      .map(({ text }) => text)
      .join('\n');
    for (const words of [
      '`draft` | `DraftOf<Module>` | The record as it will be written; a hook may set fields.',
      'A tab in the side pane of a record.',
      '`record_not_found`',
      'Which default fields it gets in addition to those of every module.',
    ])
      expect(whole).toContain(words);
  });
});

describe('/api/docs', () => {
  let server: TestServer;
  const read = async (path: string): Promise<string> => {
    const response = await fetch(`${server.url}${path}`);
    expect(response.status, path).toBe(200);
    expect(response.headers.get('content-security-policy'), path).toContain("script-src 'self'");
    return response.text();
  };
  beforeAll(async () => {
    server = await startServer({ store: 'sqlite' });
  });
  afterAll(() => server.stop());

  it('links to the endpoints, to each guide and to each reference page, and every link in them works', async () => {
    const index = await read('/api/docs');
    for (const name of ['endpoints', ...PAGES]) expect(index).toContain(`href="/api/docs/${name}"`);
    for (const name of PAGES) {
      const html = await read(`/api/docs/${name}`);
      for (const [, place = ''] of html.matchAll(/href="#([^"]+)"/g)) expect(html, `#${place}`).toContain(`id="${place}"`);
      for (const [, path = ''] of html.matchAll(/(?:href|src)="(\/[^"]+)"/g)) await read(path);
    }
  });

  it.each(GUIDES)('shows on the page %s every line of %s outside of its code blocks', async (name, file) => {
    const page = readText(await read(`/api/docs/${name}`));
    const lines = readFileSync(file, 'utf8')
      .replace(/^```[\s\S]*?^```$/gm, '')
      .split('\n');
    expect(lines.flatMap(listTexts).filter((text) => !page.includes(text))).toEqual([]);
  });

  it('shows receivers of webhooks how to verify a message, with code that works', async () => {
    const code = /```js\n([\s\S]*?)^```$/m.exec(readFileSync('engine/webhooks/RECEIVING.md', 'utf8'))?.[1] ?? '';
    expect(await read('/api/docs/webhooks')).toContain('export function isGenuine(headers, body, secret)');
    const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isGenuine: (headers: object, body: string, secret: string) => boolean;
    };
    const [secret, before, other] = [makeSecret(), makeSecret(), makeSecret()];
    const body = '{"type":"leads.created"}';
    const sign = (secondsAgo: number) =>
      signMessage({ id: 'm1', timestamp: Math.floor(Date.now() / 1000) - secondsAgo, body }, [secret, before]);
    expect([isGenuine(sign(0), body, secret), isGenuine(sign(0), body, before)]).toEqual([true, true]);
    expect([
      isGenuine(sign(0), body, other),
      isGenuine(sign(0), `${body} `, secret),
      isGenuine(sign(400), body, secret),
      isGenuine({ ...sign(0), 'webhook-timestamp': 'x' }, body, secret),
    ]).toEqual([false, false, false, false]);
  });

  it('shows example requests that succeed unchanged, with a token limited to their scope', async () => {
    const fields = [
      { fieldName: 'state', label: 'State', inputType: 'TextField' },
      { fieldName: 'code', label: 'Code', inputType: 'TextField', unique: true },
    ];
    const module = await server.admin.post('/api/ss-modules/create', {
      name: 'tickets',
      label: 'Tickets',
      labelSingular: 'Ticket',
      fields,
    });
    expect(module.status).toBe(201);
    const scopes = ['tickets:read', 'tickets:write'];
    const { token } = (await server.admin.post('/api/api-tokens', { name: 'As the guide says', scopes, password: TEST_ADMIN.password }))
      .body as {
      readonly token: string;
    };
    const responses: { readonly [name: string]: unknown }[] = [];
    for (const [, method = 'POST', path = '', headers = '', body] of readFileSync('engine/api/API-GUIDE.md', 'utf8').matchAll(
      /curl -s (?:-X (\w+) )?"\$MUSTER([^"]+)"([^`]*?)-d '([^']+)'/g,
    )) {
      const known = Object.fromEntries(
        [...headers.matchAll(/-H ["']([^:]+): ([^"']+)["']/g)].map(([, name = '', value = '']) => [name, value.replace('$TOKEN', token)]),
      );
      const response = await fetch(`${server.url}${path.replace('$ID', String(responses.at(-1)?.['_id']))}`, {
        method,
        headers: known,
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      expect(response.ok, `${method} ${path}: ${text}`).toBe(true);
      responses.push(JSON.parse(text) as { readonly [name: string]: unknown });
    }
    expect(responses).toEqual([
      { data: [], total: 0, pageNumber: 0, pageSize: 50 },
      expect.objectContaining({ name: 'The printer is out of paper' }),
      expect.objectContaining({ name: 'The printer is out of toner', _version: 2 }),
      expect.objectContaining({ created: 2, updated: 0, refused: [] }),
    ]);
  });

  it('numbers its sections', () => {
    const numbers = [...readFileSync('engine/api/API-GUIDE.md', 'utf8').matchAll(/^## (\d+)\. /gmu)].map(([, number]) => Number(number));
    expect(numbers.length).toBeGreaterThan(9);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  it('shows how a program signs in with a password, and renews its session', async () => {
    const guide = readFileSync('engine/api/API-GUIDE.md', 'utf8');
    for (const line of ['"$MUSTER/api/users/login" -c cookies.txt', '-X POST "$MUSTER/api/auth/refresh" -b cookies.txt -c cookies.txt'])
      expect(guide).toContain(line);
    const signedIn = await fetch(`${server.url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(TEST_ADMIN),
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^muster_refresh=/);
    const renewed = await fetch(`${server.url}/api/auth/refresh`, { method: 'POST', headers: { cookie } });
    for (const response of [signedIn, renewed]) {
      const { token } = (await response.json()) as { readonly token: string };
      const read = await fetch(`${server.url}/api/users/user-session`, { headers: { authorization: `Bearer ${token}` } });
      expect(read.status).toBe(200);
    }
  });

  it('says which property each input type requires, and which variables filters have', async () => {
    const fields = INPUT_TYPES.map((inputType) => ({ id: inputType, fieldName: `of_${inputType}`, label: inputType, inputType }));
    const definition = { id: 'typed', name: 'typed', label: 'Typed', labelSingular: 'Typed', kind: 'plain', fields } as const;
    const problems = await findProblems([{ kind: 'module', definition }]);
    const refused = problems.flatMap((problem) => {
      const [, type, needed] = /A (\w+) names (?:its|the one) (dropdown|module)/.exec(problem) ?? [];
      return type === undefined ? [] : [`${type}: ${needed}`];
    });
    const required = Object.entries(NEEDS).filter(([, needs]) => !needs.includes('?'));
    expect(refused.sort()).toEqual(required.map(([type, needs]) => `${type}: ${needs === 'ref' ? 'module' : needs}`).sort());
    const { body } = await server.admin.post('/api/users/search', { searchTerms: { assigned_to: { equals: { $: 'nobody' } } } });
    const html = readText(await read('/api/docs/definitions'));
    const documented = ['me', 'my_teams', 'my_roles', 'today', 'now'];
    const names = /one of the variables ([\w, ]+)/.exec(JSON.stringify(body))?.[1]?.split(', ');
    // In addition to those of modules, such as `my_provider`.
    expect(names).toEqual(expect.arrayContaining(documented));
    for (const name of documented) expect(html).toMatch(new RegExp(`\\b${name} ?(id|ids|day|instant)`));
  });

  it('lists the errors of the enabled plugins, and contains no user data', async () => {
    const errors = await read('/api/docs/errors');
    expect(errors).toContain('duplicate_detected');
    expect(errors).not.toContain('admin@muster.test');
    expect(await read('/api/docs/endpoints')).toContain('/api/docs/docs.js');
  });

  const chromium = readService('CHROMIUM_PATH', 'The look of /api/docs');
  it.runIf(chromium !== undefined)('is readable in light and dark, on desktop and phone', async () => {
    const opener = createPageOpener(await useBrowser(chromium ?? ''), server.url);
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 375],
    ] as const) {
      const page = await opener.open({ width });
      await page.emulateMedia({ colorScheme: scheme });
      for (const name of ['', '/operating', '/slots', '/errors', '/tutorial']) {
        await page.goto(`/api/docs${name}`);
        expect(await findAccessibilityViolations(page, `docs ${name}`, 'whole'), `${scheme} ${name}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
      }
      await page.goto('/api/docs/endpoints');
      await page.getByText('Sign in first').waitFor();
      expect(await page.evaluate(() => document.documentElement.classList.contains('dark-mode'))).toBe(scheme === 'dark');
    }
    await opener.close();
  });
});

/** The text of an HTML page, without its markup. */
function readText(html: string): string {
  const entities: { readonly [entity: string]: string } = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ');
}

/** The texts of a line of Markdown, without its markup: the cells of a table's row, or the whole line. */
function listTexts(line: string): readonly string[] {
  const text = line
    .trim()
    .replace(/^(?:#+|-) /, '')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('`', '');
  const texts = text.startsWith('| ') ? text.slice(2, -2).split(' | ') : [text];
  return texts.filter((one) => one !== '' && one !== '---');
}
