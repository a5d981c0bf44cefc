import type { FigureData, ModuleView } from '#engine/model';
import { findDropdown, findField } from '#ui';

/** Figures with the groups of a dropdown in the order of its options, for charts whose groups are steps; other groups follow. */
export function orderSteps(module: ModuleView, figures: FigureData): FigureData {
  const [step, ...more] = figures.steps;
  const field = step && findField(module, step.field);
  const options = field && findDropdown(module, field)?.options.map(({ value }) => value);
  if (step === undefined || options === undefined) return figures;
  const rankOf = (at: number) => {
    const rank = options.indexOf(String(step.groups[at]?.key ?? ''));
    return rank === -1 ? options.length : rank;
  };
  const order = step.groups.map((_, at) => at).sort((one, other) => rankOf(one) - rankOf(other));
  const groups = order.flatMap((at) => step.groups[at] ?? []);
  const rows = figures.rows.map(({ at: [first = 0, ...others], values }) => ({ at: [order.indexOf(first), ...others], values }));
  return { ...figures, steps: [{ ...step, groups }, ...more], rows };
}
