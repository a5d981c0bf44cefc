import { findDropdown, findField, useModuleView } from '#ui';

const NONE: readonly string[] = [];

/** The user types, in the order of their dropdown; empty until they are read. */
export function useUserTypes(): readonly string[] {
  const { data: module } = useModuleView('users');
  const field = module && findField(module, 'userType');
  return (module && field && findDropdown(module, field)?.options.map(({ value }) => value)) ?? NONE;
}
