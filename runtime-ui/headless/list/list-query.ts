import type { ModuleView } from '#engine/model/wire';
import { callApi, searchRecords, type PageResponse, type RecordData, type SearchInput } from '../../client/index.ts';
import { findField, findStatusField, isRelating, type LayoutItem } from '../module/module-finders.ts';
import { listModuleSources } from '../module/module-sources.ts';
import { combineTerms, type ListState } from './list-state.ts';
import { listViewTabs } from './list-views.ts';

function neededFields(module: ModuleView, items: readonly LayoutItem[]): string[] {
  const shown = items.flatMap(({ field }) => (field === undefined ? [] : [field.fieldName, ...listModuleSources(module, field)]));
  const always = [module.nameField, findStatusField(module)?.fieldName, findField(module, 'assigned_to')?.fieldName].filter(
    (name) => name !== undefined,
  );
  return [...new Set([...always, ...shown])].filter((name) => findField(module, name) !== undefined);
}

/** The query of a list: search text, filter, order and the fields of its columns; relates are populated with their names. */
export function listQuery(module: ModuleView, state: ListState, items: readonly LayoutItem[]): SearchInput {
  const tab = listViewTabs(module).find((one) => one.name === state.view);
  const fields = neededFields(module, items);
  const populate = fields.filter((name) => {
    const field = findField(module, name);
    return field !== undefined && isRelating(field);
  });
  const searchTerms = combineTerms(tab?.terms ?? {}, state.terms);
  const words = state.searchText.trim();
  return {
    sortField: state.sortField,
    sortOrder: state.sortOrder,
    ...(state.thenBy.length === 0 ? {} : { thenBy: state.thenBy }),
    searchTerms,
    fields,
    ...(populate.length > 0 ? { populate } : {}),
    ...(words === '' ? {} : { search: words }),
  };
}

/** Reads one page. A search text uses the ranked search; without one, the order of the list is used. */
export function readListPage(module: ModuleView, input: SearchInput, signal?: AbortSignal): Promise<PageResponse<RecordData>> {
  if (typeof input.search !== 'string') return searchRecords<RecordData>(module.path, input, signal);
  const { sortField: _field, sortOrder: _order, thenBy: _more, ...rest } = input;
  return callApi<PageResponse<RecordData>>('POST', '/api/generic-modules/smart-search', {
    body: { moduleOptions: { name: module.name }, ...rest },
    ...(signal ? { signal } : {}),
  });
}
