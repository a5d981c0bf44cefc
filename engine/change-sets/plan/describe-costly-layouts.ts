import { nameArtifact, type DefinitionChange, type PreviewProblem } from '../../registry/index.ts';
import type { CostlyLayout } from '../contract.ts';
import { formatCount } from './find-record-uses.ts';

/** Warnings about layouts of which a sort or a search would read too many records. */
export function describeCostlyLayouts(costly: readonly CostlyLayout[], changes: readonly DefinitionChange[]): readonly PreviewProblem[] {
  return costly.map(({ module, layout, fields, records }) => {
    const artifact = nameArtifact('layout', layout);
    const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(fields.map((name) => module.fields.get(name)?.label ?? name));
    const cause = `No index serves it: sorting or searching by ${list} would read all ${formatCount(records)} records of ${module.label}.`;
    const place = { kind: 'layout' as const, id: layout.id, artifact, field: null, path: '' };
    const isChanged = changes.some(({ kind, id }) => kind === 'layout' && id === layout.id);
    return { file: artifact, path: '', cause, place, ...(isChanged ? { kind: 'layout' as const, id: layout.id } : {}) };
  });
}
