export { compileTrigger, getTriggerCondition } from './compile-trigger.ts';
export { isCompiledFieldVisible, isFieldVisible, type DependentField, type FieldsByName } from './is-field-visible.ts';
