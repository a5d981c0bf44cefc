import { expect, it } from 'vitest';
import type { LayoutDefinition, LayoutView, ModuleDefinition } from '#engine/model/definitions';
import { loadSnapshot } from '../registry-core.ts';
import { loadBase } from './load-base.ts';
import type { FieldPlacement } from './extend-modules.ts';

const BASE = 'tests/fixtures/definitions';
const crate: ModuleDefinition = {
  id: 'crates',
  name: 'crates',
  label: 'Crates',
  labelSingular: 'Crate',
  kind: 'plain',
  fields: [
    { id: 'crate_weight', fieldName: 'weight', label: 'Weight', inputType: 'Number' },
    { id: 'crate_wood', fieldName: 'wood', label: 'Wood', inputType: 'TextField' },
  ],
};
const layout = (view: LayoutView, fields: readonly string[]): LayoutDefinition => ({
  id: `crates_${view}`,
  ssModule: 'crates',
  view,
  sections: [
    { id: 'first', label: 'First', fields: [{ fieldName: 'createdAt' }] },
    { id: 'second', label: 'Second', fields: fields.map((fieldName) => ({ fieldName })) },
  ],
});
const owner = {
  plugin: 'owner',
  definitions: [
    { kind: 'module' as const, definition: crate },
    ...[
      layout('edit', ['weight', 'wood']),
      layout('detail', ['wood', 'weight']),
      layout('grid', ['weight']),
      layout('quick-create', ['wood']),
    ].map((definition) => ({ kind: 'layout' as const, definition })),
  ],
};
const adding = (...fieldPlacements: readonly FieldPlacement[]) => ({
  plugin: 'stamps',
  extensions: [
    {
      module: 'crates',
      fields: [{ id: 'crate_stamp', fieldName: 'stamp', label: 'Stamp', inputType: 'TextField' as const }],
      fieldPlacements,
    },
  ],
});

it("places a plugin's field after another field in the given layouts that show that field", async () => {
  const shown = async (...fieldPlacements: readonly FieldPlacement[]) => {
    const snapshot = await loadSnapshot([BASE], [owner, adding(...fieldPlacements)]);
    return Object.fromEntries(
      snapshot
        .module('crates')
        ?.layouts.map(({ view, sections }) => [
          view,
          sections[1]?.fields.map(({ fieldName, width }) => (width === undefined ? fieldName : `${fieldName} ${width}`)),
        ]) ?? [],
    );
  };
  expect(await shown({ field: 'stamp', after: 'weight' })).toEqual({
    edit: ['weight', 'stamp', 'wood'],
    detail: ['wood', 'weight', 'stamp'],
    grid: ['weight'],
    'quick-create': ['wood'],
  });
  expect(await shown({ field: 'stamp', after: 'weight', views: ['grid', 'edit', 'quick-create'], width: 90 })).toEqual({
    edit: ['weight', 'stamp', 'wood'],
    detail: ['wood', 'weight'],
    grid: ['weight', 'stamp 90'],
    'quick-create': ['wood'],
  });
});

it('reports and ignores a placement after a field that is not shown, and rejects an invalid placement', async () => {
  const { findings } = await loadBase([BASE], [owner, adding({ field: 'stamp', after: 'nothing' }, { field: 'colour', after: 'weight' })]);
  expect(findings.warnings.map(({ path, cause }) => [path, cause])).toEqual([
    ['/extensions/0/fieldPlacements/0', 'No layout of crates shows nothing, so stamp was not placed behind it.'],
    ['/extensions/0/fieldPlacements/1', 'crates has no field colour, so it was not placed.'],
  ]);
  await expect(
    loadSnapshot([BASE], [owner, adding({ field: 'stamp', after: 'weight', views: ['board' as LayoutView] })]),
  ).rejects.toMatchObject({ code: 'definition_broken', details: [{ field: '/extensions/0/fieldPlacements/0/views/0' }] });
});
