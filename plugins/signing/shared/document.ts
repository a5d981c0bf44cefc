import type { JsonValue } from '#engine/model';

/** Kinds of inputs of a document. */
export const INPUT_TYPES = [
  'Signature',
  'Initials',
  'Date Signed',
  'Text',
  'Number',
  'Checkbox',
  'Radio Group',
  'Dropdown',
  'File',
  'Full Name',
  'Email',
  'Title',
  'System Field',
  'Formula',
] as const;

/** A kind of input. */
export type InputType = (typeof INPUT_TYPES)[number];

/** Where an input is, in points from the top left corner of its page as it is shown. */
export interface InputPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The role that fills in what is known before the document is sent. */
export const SENDER_ROLE = 'Sender (Prefill)';
/** Inputs of this role are filled in by whoever comes first. */
export const ANYONE_ROLE = 'Anyone';
/** Inputs of this role are filled in by each recipient. */
export const EVERYONE_ROLE = 'Everyone';

/** How the value of an input is compared. */
export const COMPARISON_OPERATORS = [
  'Equals',
  'Not Equals',
  'Not Empty',
  'Empty',
  'Less Than',
  'Less Than or Equal To',
  'Greater Than',
  'Greater Than or Equal To',
  'In',
  'Not In',
  'Contains',
  'Does Not Contain',
] as const;

export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];

/** What a condition does with its input when it passes. */
export const CONDITION_RESULTS = ['Show', 'Hide', 'Enable', 'Disable'] as const;

export type ConditionResult = (typeof CONDITION_RESULTS)[number];

/** One comparison: the value of another input, by its `systemFieldName` or its name. */
export interface ConditionCriterion {
  readonly relatedField: string;
  readonly comparisonOperator: ComparisonOperator;
  readonly comparisonValue?: JsonValue;
}

/** When an input is shown or can be filled in. */
export interface InputCondition {
  readonly whenOption: 'Any' | 'All';
  readonly conditionActionResult: ConditionResult;
  readonly criteria: readonly ConditionCriterion[];
}

/** What an input accepts, and how it is shown. */
export interface InputField {
  readonly label: string;
  /** Unique in the document, but for the inputs of one radio group. */
  readonly name: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  /** Of a number `0.00`, `#,##0`; of a date `MM/dd/yyyy`; of a text `Phone`, `Zip`, `SSN`, `Uppercase`. */
  readonly formatting?: string;
  /** Of a radio group: its one option, when it is one of several buttons with the same name; otherwise all, which are listed below each other. */
  readonly options?: readonly string[];
  /** A field of the record of the document: its value fills the input in. */
  readonly systemFieldName?: string;
  /** Name of the dropdown whose values are offered. */
  readonly related_dropdown?: string;
  /** `use`: the options are those that the dropdown has when the document is opened. */
  readonly systemDropdownBehavior?: string;
  /** Of a formula: numbers, names of inputs, `+ - * / ( )`; a name with other characters than letters, digits and `_` in square brackets. */
  readonly formula?: string;
  /** Points; default 11. */
  readonly fontSize?: number;
  /** Of a text that is longer than its place: `Wrap` on several lines, or `Shrink` the font; default `Shrink`. */
  readonly overflow?: 'Wrap' | 'Shrink';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

/** An input on a page. */
export interface DocumentInput {
  /** Unique in the document. */
  readonly id: string;
  readonly type: { readonly inputType: InputType };
  readonly field: InputField;
  /** The role of who fills it in. */
  readonly assigned_to: string;
  /** Of an instance: the id of the recipient with that role. */
  readonly recipient_id?: string;
  readonly place: InputPlace;
  readonly conditionsControl?: InputCondition;
  /**
   * Of an instance: a text or a number; of a checkbox true or false; of a radio group the chosen option, which its buttons share; of a file
   * its path; of a signature or initials `{ kind, path }`: the picture that was drawn, typed or uploaded, or `{ kind: 'Typed', text }`.
   */
  readonly value?: JsonValue;
}

/** A page of a document, in points as it is shown. */
export interface DocumentPage {
  readonly width: number;
  readonly height: number;
  readonly inputs: readonly DocumentInput[];
}

/** What is filled in on the pages of a document: the field `doc_data`. */
export interface DocumentData {
  readonly pages: readonly DocumentPage[];
}
