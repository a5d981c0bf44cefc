import { nameGeneratedLayout } from '#engine/model/definitions';
import type { CostlyLayout } from '../../indexes/index.ts';
import { nameArtifact, type DefinitionChange, type PreviewProblem } from '../../registry/index.ts';
import { formatCount } from './find-record-uses.ts';

const AND = new Intl.ListFormat('en');
const OR = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * Warnings about layouts of which a sort or a search would read too many records. Views that a module has without a layout have one warning
 * together, at the module.
 */
export function describeCostlyLayouts(costly: readonly CostlyLayout[], changes: readonly DefinitionChange[]): readonly PreviewProblem[] {
  const own = costly.filter((one) => !isGenerated(one));
  return [
    ...own.map((one): PreviewProblem => {
      const { layout } = one;
      const artifact = nameArtifact('layout', layout);
      const place = { kind: 'layout' as const, id: layout.id, artifact, field: null, path: '' };
      const isChanged = changes.some(({ kind, id }) => kind === 'layout' && id === layout.id);
      const cause = `No index serves it: ${describeCost(one)}`;
      return { file: artifact, path: '', cause, place, ...(isChanged ? { kind: 'layout' as const, id: layout.id } : {}) };
    }),
    ...groupByCost(costly.filter(isGenerated)).flatMap((list): readonly PreviewProblem[] => {
      const [first] = list;
      if (first === undefined) return [];
      const artifact = `module/${first.module.name}`;
      const place = { kind: 'module' as const, id: first.module.id, artifact, field: null, path: '' };
      const views = AND.format(list.map(({ layout }) => layout.view));
      return [
        { file: artifact, path: '', cause: `No index serves its views ${views}, which have no layout: ${describeCost(first)}`, place },
      ];
    }),
  ];
}

/** Views of the same module that need the same fields. */
function groupByCost(costly: readonly CostlyLayout[]): readonly (readonly CostlyLayout[])[] {
  const groups = new Map<string, CostlyLayout[]>();
  for (const one of costly) {
    const key = `${one.module.id} ${one.fields.join(' ')}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

function isGenerated({ module, layout }: CostlyLayout): boolean {
  return layout.id === nameGeneratedLayout(module.id, layout.view);
}

function describeCost({ module, fields, records }: CostlyLayout): string {
  const labels = OR.format(fields.map((name) => module.fields.get(name)?.label ?? name));
  return `sorting or searching by ${labels} would read all ${formatCount(records)} records of ${module.label}.`;
}
