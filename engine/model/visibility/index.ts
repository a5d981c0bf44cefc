export {
  compileTrigger,
  getTriggerCondition,
  isCompiledFieldVisible,
  isFieldVisible,
  type DependentField,
  type FieldsByName,
} from './is-field-visible.ts';
