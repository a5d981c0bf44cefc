import { Type, type Static } from 'typebox';
import { ROLL_UP_OPERATIONS } from './calculated-fields.ts';
import { FieldName, ModuleName } from './common.ts';

/**
 * A formula in JSON Logic, such as `{ "*": [{ "var": "record.hours" }, { "var": "record.rate" }] }`. It reads fields of the record
 * (`record.<field>`) and of the records that its Relate fields point to (`related.<relate>.<field>`). CONDITIONS.md lists the operators.
 */
export const FormulaSchema = Type.Record(Type.String(), Type.Unknown(), { minProperties: 1, maxProperties: 1 });

/** A formula in JSON Logic: one operator with its operands. */
export type Formula = Static<typeof FormulaSchema>;

/**
 * A value calculated of related records. They are named by `relationship`, or by the `module` whose `field` (a Relate or MultiRelate)
 * points to this module.
 */
export const RollUpSchema = Type.Object(
  {
    /** Name of a relationship of the module, from either end, or of its own MultiRelate. */
    relationship: Type.Optional(FieldName),
    /** The module of the related records. */
    module: Type.Optional(ModuleName),
    /** The Relate or MultiRelate of that module which points to this one. */
    field: Type.Optional(FieldName),
    /** What is calculated: their number, or the sum, smallest, largest or mean value of a field. */
    operation: Type.Enum([...ROLL_UP_OPERATIONS]),
    /** The field of the related records whose values are calculated with; none for a count. */
    of: Type.Optional(FieldName),
    /** Counts only these, in the filter grammar; deleted records never count. Without `related`, variables and relative days. */
    filter: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);

/** A roll-up: which related records, and what is calculated of them. */
export type RollUp = Static<typeof RollUpSchema>;
