import { expect, inject, it } from 'vitest';
import { DEMO_PASSWORD } from '../../engine/application/index.ts';
import type { InputType } from '#engine/model/definitions';
import type { ModuleSummary, ModuleView, ShellView } from '#engine/model/wire';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { describeServedProduct } from './describe-in-browser.ts';
import { sendSignIn } from './open-browser.ts';
import { findRawTexts } from './readable-text.ts';
import { showsAllScreens } from './sampled-modules.ts';
import { goTo } from './screens.ts';
import { startDemoProduct } from './start-product.ts';

/** Milliseconds for the screens of all modules, on a machine with other load. */
const LONG = 300_000 * inject('timeoutFactor');
/** How long controls take to load. */
const WAIT = { timeout: 15_000 * inject('timeoutFactor') };

/** Users of the demo data, the area with the pages of their modules, and those pages that are not lists. */
const OTHER_USERS = [
  { who: 'recruiter', email: 'priya.raman@muster.example', area: '/app', pages: [], sample: 'modules' },
  { who: 'provider', email: 'provider@muster.example', area: '/provider', pages: ['/credentialing'], sample: 'none' },
] as const;

/** A screen of a module. */
interface OwnScreen {
  readonly path: string;
  /** Ready when this element is there; absent: when the heading is another one than that of the screen before. */
  readonly ready?: string;
  /** The address of the list that it is a layout of: a plugin may have a page of its own there, which has no layouts. */
  readonly layoutOf?: string;
}

/** The first field of the grid that has one of these types and by which the user may lay out the list. */
function findGridField({ layouts, fields }: ModuleView, ...types: readonly InputType[]): string | undefined {
  const names = (layouts.grid?.sections ?? []).flatMap((section) => section.fields.map(({ fieldName }) => fieldName));
  return names.find((name) => fields.some((field) => field.fieldName === name && field.filterable && types.includes(field.inputType)));
}

/** The screens of a module as far as the user may open them: its list in all layouts, a record, and its forms. */
async function listScreens(client: ApiClient, { name, path, route, rights }: ModuleSummary): Promise<readonly OwnScreen[]> {
  const view = (await client.get(`/api/ss-modules/by-name/${name}`)).body as ModuleView;
  const [record] = ((await client.post(`${path}/search`, { pageSize: 1 })).body.data ?? []) as readonly { readonly _id: string }[];
  const [column, day] = [
    view.boardBy ?? findGridField(view, 'Dropdown'),
    view.calendarBy?.field ?? findGridField(view, 'Date', 'DateTime'),
  ];
  const isPresent = record !== undefined;
  return [
    { path: route },
    ...(isPresent && column !== undefined
      ? [{ path: `${route}?view=all&viewType=board:${column}`, ready: '.mk-column', layoutOf: route }]
      : []),
    ...(isPresent && day !== undefined
      ? [{ path: `${route}?view=all&viewType=calendar:${day}`, ready: '.mc-body [aria-busy="false"]', layoutOf: route }]
      : []),
    ...(isPresent ? [{ path: `${route}/${record._id}` }] : []),
    ...(isPresent && rights.edit === 'All' ? [{ path: `${route}/${record._id}/edit` }] : []),
    ...(rights.create ? [{ path: `${route}/new` }] : []),
  ];
}

/** The screens of the modules that a user has access to; with a sample, the list and a record of the modules that are not in it. */
async function listOwnScreens(url: string, email: string, sample: 'modules' | 'none'): Promise<readonly OwnScreen[]> {
  const { body } = await createApiClient(url, undefined).post('/api/users/login', { email, password: DEMO_PASSWORD });
  const client = createApiClient(url, body.token);
  const shell = (await client.get('/api/shell')).body as ShellView;
  const own = shell.modules.filter(({ rights }) => rights.access && rights.view !== 'None');
  const screens: OwnScreen[] = [];
  for (const [index, module] of own.entries()) {
    const [list, ...others] = await listScreens(client, module);
    const record = others.find(({ path }) => path.startsWith(`${module.route}/`));
    screens.push(...[list, ...(sample === 'none' || showsAllScreens(index) ? others : [record])].filter((one) => one !== undefined));
  }
  return screens;
}

describeServedProduct(
  'The screens of modules, with the demo data,',
  startDemoProduct,
  ({ product, visit }) => {
    for (const { who, email, area, pages, sample } of OTHER_USERS)
      it(
        `show a ${who} no raw values: lists, boards, calendars, records and forms`,
        async () => {
          const page = await visit();
          await sendSignIn(page, email, DEMO_PASSWORD);
          await page.getByText(/^Welcome /).waitFor({ state: 'detached' });
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          const found = [...(await findRawTexts(page, 'home'))];
          const heading = page.getByRole('heading', { level: 1 }).first();
          const pagesOfPlugins = new Set<string>();
          const screens = await listOwnScreens(product().url, email, sample);
          const lists = new Set(screens.flatMap(({ layoutOf }) => layoutOf ?? []));
          for (const { path, ready, layoutOf } of screens) {
            if (layoutOf !== undefined && pagesOfPlugins.has(layoutOf)) continue;
            const before = await heading.innerText();
            await goTo(page, area + path);
            if (ready !== undefined) await page.locator(ready).first().waitFor(WAIT);
            // No two of these in a row have the same heading.
            else await expect.poll(() => heading.innerText(), { ...WAIT, message: path }).not.toBe(before);
            found.push(...(await findRawTexts(page, path)));
            if (lists.has(path) && (await page.locator('.mv-toolbar').count()) === 0) pagesOfPlugins.add(path);
          }
          expect(found).toEqual([]);
          expect([...pagesOfPlugins]).toEqual(pages);
        },
        LONG,
      );
  },
  { ui: 'development' },
);
