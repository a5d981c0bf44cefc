import type { Locator, Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { DEMO_PASSWORD } from '../../engine/application/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue } from '#engine/model/values';
import type { InputType, LayoutDefinition, LayoutView } from '#engine/model/definitions';
import { makeFields, writableFields } from '../api/record-values.ts';
import { loadShipped } from '../registry/load-shipped.ts';
import { describeServedProduct } from './describe-in-browser.ts';
import { sendSignIn } from './open-browser.ts';
import { findRawTexts } from './readable-text.ts';
import { createApiClient } from '../support/api-client.ts';
import { upload } from '../support/upload.ts';
import { ADMIN, startDemoProduct, type ServedProduct } from './start-product.ts';
import { showsAllScreens } from './sampled-modules.ts';
import { goTo } from './screens.ts';

/** Milliseconds for the screens of all modules, on a machine with other load. */
const LONG = 300_000 * inject('timeoutFactor');
/** How long controls take to load. */
const WAIT = { timeout: 15_000 * inject('timeoutFactor') };

const snapshot = await loadShipped();
const modules = [...snapshot.modules.values()];

/** Fields that are required by a plugin's rule, not by a definition. */
const REQUIRED_BY_PLUGINS: { readonly [module: string]: readonly string[] } = { subs: ['accounts_subs', 'jobs_subs'] };

/** Values that a plugin's rule accepts, where not every value of the field is one. */
const VALUES_FOR_PLUGINS: { readonly [module: string]: { readonly [field: string]: JsonValue } } = {
  consents: { channel: 'email', address: 'nobody@people.test' },
};

interface MadeRecord {
  readonly id: string;
  readonly name: string;
}

function nameOf(module: CompiledModule, record: { readonly [field: string]: JsonValue }): string {
  const name = record[module.nameField];
  return typeof name === 'string' ? name : '';
}

/** Creates a record of each module with only its required fields, after the records it links to. */
function createMaker({ application: { records } }: ServedProduct, file: string): (module: string) => Promise<MadeRecord> {
  const made = new Map<string, Promise<MadeRecord>>();
  const make = async (name: string): Promise<MadeRecord> => {
    const module = snapshot.module(name) as CompiledModule;
    const fields = writableFields(module).filter(
      (field) => field.name === 'name' || field.definition.required === true || REQUIRED_BY_PLUGINS[name]?.includes(field.name) === true,
    );
    const ids = new Map<string, string>();
    for (const { refs } of fields) for (const ref of refs.slice(0, 1)) ids.set(ref, (await ensure(ref)).id);
    const values = makeFields(fields, 2, { idOf: (to) => ids.get(to) ?? '', fileOf: () => file });
    const { record } = await records
      .create(SYSTEM_ACTOR, { module: name, fields: { ...values, ...VALUES_FOR_PLUGINS[name] } })
      .catch((error: { readonly details?: unknown }) => {
        throw new Error(`${name} was refused: ${JSON.stringify(error.details)}`, { cause: error });
      });
    return { id: record._id, name: nameOf(module, record) };
  };
  /** The existing record with the most values, or a new one. */
  const find = async (name: string): Promise<MadeRecord> => {
    const { data } = await records.find(SYSTEM_ACTOR, { module: name, limit: 50 });
    const [record] = [...data].sort((one, other) => Object.keys(other).length - Object.keys(one).length);
    return record === undefined ? make(name) : { id: record._id, name: nameOf(snapshot.module(name) as CompiledModule, record) };
  };
  const ensure = (name: string): Promise<MadeRecord> => {
    const known = made.get(name) ?? find(name);
    made.set(name, known);
    return known;
  };
  return ensure;
}

/** The path of an uploaded file, for fields that hold one. */
async function uploadOne(url: string): Promise<string> {
  const { body } = await createApiClient(url, undefined).post('/api/users/login', ADMIN);
  return (await upload(createApiClient(url, body.token), { name: 'note.txt', content: 'A note' })).body.path;
}

/** Modules whose records show their result instead of their fields. */
const WITH_RESULT: readonly string[] = [
  'reports',
  'reportCharts',
  'leaderboards',
  'campaigns',
  'credentialing',
  'credentialingRequiredItems',
  'credentialingSetup',
];
/** Modules with a builder in place of the form of a new record. */
const WITH_BUILDER: readonly string[] = ['reports'];

/**
 * Labels of the fields that a view always shows. Fields that depend on another value can be hidden, and generated
 * numbers are missing in the form of a new record.
 */
function labelsIn(module: CompiledModule, view: LayoutView): readonly string[] {
  if (view === 'detail' && WITH_RESULT.includes(module.name)) return [];
  if (view === 'edit' && WITH_BUILDER.includes(module.name)) return [];
  const layout: LayoutDefinition | undefined = snapshot.layout(module.name, view, []);
  return (layout?.sections ?? [])
    .flatMap(({ fields }) => fields)
    .flatMap(({ fieldName, label, hidden }) => {
      const field = module.fields.get(fieldName);
      return field === undefined ||
        hidden === true ||
        field.definition.dependent === true ||
        field.definition.visibleWhen !== undefined ||
        field.definition.internal === true ||
        (view === 'edit' && field.definition.inputType === 'AutoIncrement')
        ? []
        : [label ?? field.label];
    });
}

/** The first field of a module's grid that has one of these types. */
function findGridField(module: CompiledModule, ...types: readonly InputType[]): string | undefined {
  const layout: LayoutDefinition | undefined = snapshot.layout(module.name, 'grid', []);
  const names = (layout?.sections ?? []).flatMap(({ fields }) => fields.map(({ fieldName }) => fieldName));
  return names.find((name) => types.includes(module.fields.get(name)?.definition.inputType as InputType));
}

/** The other layouts of a module's list, each with what it shows when its records are there. */
function listLayoutsOf(module: CompiledModule): readonly { readonly viewType: string; readonly ready: string }[] {
  const [column, day] = [findGridField(module, 'Dropdown'), findGridField(module, 'Date', 'DateTime')];
  return [
    ...(column === undefined ? [] : [{ viewType: `board:${column}`, ready: '.mk-column' }]),
    ...(day === undefined ? [] : [{ viewType: `calendar:${day}`, ready: '.mc-body [aria-busy="false"]' }]),
  ];
}

/** All texts of the page, visible or scrolled out of view. */
async function textsOf(page: Page): Promise<ReadonlySet<string>> {
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll('label, legend, dt, span, div')].map((one) => (one.textContent ?? '').replace(/[\s*]+$/, '').trim()),
  );
  return new Set(texts);
}

/** Names in a list without a comma, or with one that is spaced from the name. */
function findDetachedCommas(page: Page): Promise<readonly string[]> {
  return page
    .locator('.mv-list-name:has(+ .mv-list-name)')
    .evaluateAll((names) =>
      names
        .filter((one) => !(one.textContent ?? '').trimEnd().endsWith(',') || getComputedStyle(one).columnGap !== 'normal')
        .map((one) => one.textContent ?? ''),
    );
}

/** Where the days of the main lists of Home are: 'below' the next action, or 'beside' it. */
async function readPlacesOfDays(page: Page): Promise<readonly string[]> {
  const places = await page.locator('.ms-home-when:not(.ms-home-side *)').evaluateAll((days) =>
    days.flatMap((day) => {
      const text = day.previousElementSibling;
      if (text === null) return [];
      return day.getBoundingClientRect().top >= text.getBoundingClientRect().bottom - 1 ? 'below' : 'beside';
    }),
  );
  return [...new Set(places)];
}

/** Waits until the page shows the labels, and returns those that it does not show in time: controls are loaded after the heading. */
async function waitForLabels(page: Page, labels: readonly string[]): Promise<readonly string[]> {
  let missing: readonly string[] = labels;
  await expect
    .poll(async () => {
      const texts = await textsOf(page);
      missing = labels.filter((label) => !texts.has(label));
      return missing.length;
    }, WAIT)
    .toBe(0)
    .catch(() => undefined);
  return missing;
}

describeServedProduct(
  'The screens of every module, with the demo data,',
  startDemoProduct,
  ({ product, enter, visit }) => {
    it(
      'have their title and the labels of all their fields, show no raw values, and log no errors',
      async () => {
        const make = createMaker(product(), await uploadOne(product().url));
        const page = await enter();
        await page.goto('/app/dashboard');
        const faults: string[] = [];
        let known = 0;
        /** Opens a screen and records what is missing. */
        const look = async (
          module: CompiledModule,
          view: LayoutView | 'board' | 'calendar' | 'filled form',
          path: string,
          ...ready: readonly Locator[]
        ): Promise<void> => {
          await goTo(page, `/app/${module.name}${path}`);
          const isReady = await Promise.all(ready.map((one) => one.first().waitFor())).then(
            () => true,
            () => false,
          );
          if (!isReady) faults.push(`${module.name} ${view}: its head is ${(await page.locator('h1').allInnerTexts()).join()}`);
          const labels = view === 'grid' || view === 'detail' || view === 'edit' ? labelsIn(module, view) : [];
          const missing = isReady && labels.length > 0 ? await waitForLabels(page, labels) : [];
          faults.push(...missing.map((label) => `${module.name} ${view}: ${label} is not there`));
          faults.push(...page.consoleErrors.slice(known).map((complaint) => `${module.name} ${view}: ${complaint}`));
          known = page.consoleErrors.length;
          faults.push(...(await findRawTexts(page, `${module.name} ${view}`)));
          faults.push(...(await findDetachedCommas(page)).map((name) => `${module.name} ${view}: the comma is not at the name of ${name}`));
        };
        const title = (name: string): Locator => page.getByRole('heading', { level: 1, name });
        for (const [index, module] of modules.entries()) {
          const { id, name } = await make(module.name);
          await look(module, 'detail', `/${id}`, title(name));
          if (!showsAllScreens(index)) continue;
          await look(
            module,
            'grid',
            '',
            title(module.label).and(page.locator('.ms-page-title')),
            page.locator('.ag-header-cell-text'),
            page.locator('.ag-row'),
          );
          for (const { viewType, ready } of listLayoutsOf(module))
            await look(module, viewType.startsWith('board') ? 'board' : 'calendar', `?view=all&viewType=${viewType}`, page.locator(ready));
          await look(module, 'filled form', `/${id}/edit`, title(`Edit ${name}`));
          await look(module, 'edit', '/new', title(`New ${module.labelSingular}`));
        }
        expect(faults).toEqual([]);
      },
      LONG,
    );

    it('shows the day of each line of Home below its next action, at every width', async () => {
      const page = await visit();
      await sendSignIn(page, 'priya.raman@muster.example', DEMO_PASSWORD);
      await page.locator('.ms-home-when').first().waitFor();
      for (const width of [1440, 1100, 375]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await readPlacesOfDays(page), `${width} px`).toEqual(['below']);
      }
    });
  },
  { ui: 'development' },
);
