export { isCompiledFieldVisible, isFieldVisible, type DependentField, type FieldsByName } from './is-field-visible.ts';
export type { VisibilityContext } from './match-trigger.ts';
