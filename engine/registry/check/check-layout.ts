import { ADDRESS_PARTS } from '#engine/model/field-types';
import { appOfLayout, LAYOUT_APPS, type LayoutDefinition } from '#engine/model/definitions';
import type { ResolvedModule } from '../compile/resolve-fields.ts';
import { listFlexReverseRelations } from '../compile/compile-relations.ts';
import type { CheckContext, Report } from './check-context.ts';

/** Where problems of a layout are added. */
interface LayoutReports {
  readonly report: Report;
  readonly warn: Report;
  /** Names that nothing has. */
  readonly outdated: Report;
}

/** Checks that a layout contains fields and relations of its module, each once. */
export function checkLayout(layout: LayoutDefinition, context: CheckContext, { report, warn, outdated }: LayoutReports): void {
  const module = context.modules.get(layout.ssModule);
  if (!module) {
    if (context.knownModules.has(layout.ssModule)) warn('/ssModule', `The module ${layout.ssModule} is not active.`);
    else report('/ssModule', `There is no module ${layout.ssModule}.`);
    return;
  }
  const role = layout.role;
  if (role !== undefined && ![...context.set.role.values()].some((each) => each.name === role))
    report('/role', `There is no role ${role}.`);
  const app = appOfLayout(layout);
  if (!(LAYOUT_APPS as readonly string[]).includes(app)) warn('/app', `There is no app ${app}, so that nobody has this layout.`);
  const isKnown = makeNameTest(module, context);
  checkSections(layout, isKnown, report, outdated);
  const sort = layout.defaultSort?.sortField;
  if (sort !== undefined && sort !== '_id' && !isKnown(sort)) outdated('/defaultSort/sortField', `There is no field ${sort}.`);
  const relations = new Set([
    ...module.reverse.map((each) => each.reverseName ?? each.name),
    ...listFlexReverseRelations(module, context.flexFields).map((each) => each.name),
    ...module.absent,
  ]);
  for (const [index, name] of (layout.relatedLists ?? []).entries()) {
    const isForward = module.fields.some((field) => field.definition.fieldName === name && field.definition.ref !== undefined);
    if (!relations.has(name) && !isForward) outdated(`/relatedLists/${index}`, `There is no relation ${name}.`);
  }
}

function checkSections(layout: LayoutDefinition, isKnown: (name: string) => boolean, report: Report, outdated: Report): void {
  const names = new Set<string>();
  const ids = new Set<string>();
  layout.sections.forEach((section, index) => {
    if (ids.has(section.id)) report(`/sections/${index}/id`, `There are two sections with the id ${section.id}.`);
    ids.add(section.id);
    section.fields.forEach(({ fieldName }, place) => {
      const path = `/sections/${index}/fields/${place}/fieldName`;
      if (!isKnown(fieldName)) outdated(path, `There is no field ${fieldName} in ${layout.ssModule}.`);
      if (names.has(fieldName)) report(path, `${fieldName} is in the layout twice.`);
      names.add(fieldName);
    });
  });
}

/** Names that a layout may contain; names that were omitted because their module does not exist are accepted and removed later. */
function makeNameTest(module: ResolvedModule, context: CheckContext): (name: string) => boolean {
  const names = new Set<string>([
    ...module.absent,
    ...module.reverse.map((each) => each.reverseName ?? each.name),
    ...listFlexReverseRelations(module, context.flexFields).map((each) => each.name),
  ]);
  for (const { definition } of module.fields) {
    names.add(definition.fieldName);
    if (definition.inputType === 'Address') for (const part of ADDRESS_PARTS) names.add(`${definition.fieldName}.${part}`);
  }
  return (name) => names.has(name);
}
