export { isCompiledFieldVisible, isFieldVisible, type DependentField, type FieldFinder } from './is-field-visible.ts';
export type { VisibilityContext } from './match-trigger.ts';
