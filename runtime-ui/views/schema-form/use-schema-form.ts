import type { RJSFSchema, RJSFValidationError } from '@rjsf/utils';
import { getDefaultFormState } from '@rjsf/utils';
import { useCallback, useId, useMemo, useState, type ComponentType } from 'react';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { ApiError, getErrorMessage } from '../../client/index.ts';
import {
  cleanFormValue,
  createJsonSchemaValidator,
  keepCurrentIssues,
  labelAt,
  readSchemaIssues,
  type SchemaIssue,
} from '../../headless/form/index.ts';
import type { FormProblem } from '../../kit/index.ts';
import type { CustomFieldProps } from '../../extensions/index.ts';
import type { FormPath } from './form-scope.ts';

/** Interprets schemas: the content security policy forbids to compile them. */
export const FORM_VALIDATOR = createJsonSchemaValidator();

/** Values that the schema defines, and no empty objects and lists that nobody asked for. */
export const FORM_DEFAULTS = {
  emptyObjectFields: 'skipEmptyDefaults',
  allOf: 'populateDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'skipOneOf',
} as const;

/** The value of a form. */
export type FormValues = { readonly [name: string]: JsonValue | undefined };

/** Options of a form. */
export interface SchemaFormOptions {
  /** JSON Schema draft 7 of an object. The same object as long as it is the same schema. */
  readonly schema: JsonObject;
  /** The stored value; the defaults of the schema are added. */
  readonly initial: FormValues;
  /**
   * Saves the value, which is valid.
   * @throws ApiError: its problems are shown at their properties.
   */
  readonly onSubmit: (values: JsonObject) => Promise<void>;
  /** Changes the value that a user has made, where one property depends on another. */
  readonly adjust?: (values: FormValues, before: FormValues) => FormValues;
  /** Fields for properties of the root that no widget fits, by name. */
  readonly customFields?: { readonly [property: string]: ComponentType<CustomFieldProps> };
}

/** The state of a form. */
export interface SchemaFormState {
  /** Id of the form element, and start of the ids of its inputs. */
  readonly id: string;
  readonly schema: RJSFSchema;
  readonly values: FormValues;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  /** Increases with each save that was refused, here or by the server. */
  readonly attempt: number;
  /** After a refused save: what is to be fixed, in the order of the form. */
  readonly problems: readonly FormProblem[];
  /** Why the server refused the save, if that is not the problem of a property. */
  readonly failure: string | undefined;
  readonly customFields: { readonly [property: string]: ComponentType<CustomFieldProps> };
  /** Problems of properties that the schema does not know: of the server, and of text that is not a value. */
  readonly issues: readonly SchemaIssue[];
  readonly change: (values: FormValues) => void;
  readonly reportUnreadable: (path: FormPath, message: string | undefined) => void;
  /** Validates and saves, as the submit button of the form does. */
  readonly submit: () => void;
  /** Called by the form element with a valid value. */
  readonly save: () => void;
  /** Called by the form element with the problems of the value, also after each change that follows. */
  readonly noticeErrors: (errors: readonly RJSFValidationError[], isAttempt: boolean) => void;
  /** Starts again with another stored value. */
  readonly reset: (initial: FormValues) => void;
}

const NO_FIELDS: SchemaFormState['customFields'] = {};
const NO_ISSUES: readonly SchemaIssue[] = [];
const NO_ERRORS: readonly RJSFValidationError[] = [];

function withDefaults(schema: RJSFSchema, initial: FormValues): FormValues {
  const filled = getDefaultFormState(FORM_VALIDATOR, schema, initial as Record<string, unknown>, schema, false, FORM_DEFAULTS);
  return (filled ?? {}) as FormValues;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function pathOf({ property = '' }: RJSFValidationError): FormPath {
  return property
    .split('.')
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** The problems of a form with their labels, one entry for each place. */
function listProblems(
  id: string,
  schema: RJSFSchema,
  errors: readonly RJSFValidationError[],
  issues: readonly SchemaIssue[],
): FormProblem[] {
  const found = [...errors.map((error) => ({ path: pathOf(error), message: error.message ?? '' })), ...issues];
  const byPlace = new Map<string, FormProblem>();
  for (const { path, message } of found) {
    const field = [id, ...path].join('/');
    const known = byPlace.get(field)?.message;
    const text = known === undefined || known.includes(message) ? (known ?? message) : `${known} ${message}`;
    byPlace.set(field, { field, label: labelAt(schema, path), message: text });
  }
  return [...byPlace.values()];
}

/** Texts that are not valid values, by their place. */
export function useUnreadable() {
  const [unreadable, setUnreadable] = useState(NO_ISSUES);
  const reportUnreadable = useCallback((path: FormPath, message: string | undefined) => {
    const key = JSON.stringify(path);
    setUnreadable((before) => {
      const others = before.filter((issue) => JSON.stringify(issue.path) !== key);
      return message === undefined ? others : [...others, { path, message }];
    });
  }, []);
  return { unreadable, reportUnreadable };
}

interface Refusal {
  readonly issues: readonly SchemaIssue[];
  readonly failure: string | undefined;
}

const NO_REFUSAL: Refusal = { issues: NO_ISSUES, failure: undefined };

/** What a refused save says about the properties of the form, and about the rest. */
function readRefusal(schema: RJSFSchema, error: unknown): Refusal {
  const properties = schema.properties ?? {};
  const read = error instanceof ApiError ? readSchemaIssues(error, (name) => Object.hasOwn(properties, name)) : undefined;
  const texts = read === undefined || read.issues.length === 0 ? [getErrorMessage(error), ...(read?.general ?? [])] : read.general;
  return { issues: read?.issues ?? NO_ISSUES, failure: texts.length === 0 ? undefined : [...new Set(texts)].join(' ') };
}

/** The value of a form, and whether it differs from the stored one. */
function useFormValues(schema: RJSFSchema, initial: FormValues) {
  const [opened, setOpened] = useState(() => withDefaults(schema, initial));
  const [values, setValues] = useState(opened);
  const cleaned = useMemo(() => canonical(cleanFormValue(values, schema)), [values, schema]);
  const cleanedOpened = useMemo(() => canonical(cleanFormValue(opened, schema)), [opened, schema]);
  const open = (next: FormValues) => {
    const filled = withDefaults(schema, next);
    setOpened(filled);
    setValues(filled);
  };
  return { values, setValues, open, isChanged: cleaned !== cleanedOpened };
}

/** The state of a form that a JSON Schema describes: its value, its problems and its save. */
export function useSchemaForm({ schema, initial, onSubmit, adjust, customFields = NO_FIELDS }: SchemaFormOptions): SchemaFormState {
  const id = useId().replace(/[^\w-]/g, '');
  const { values, setValues, open, isChanged } = useFormValues(schema, initial);
  const { unreadable, reportUnreadable } = useUnreadable();
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [refusal, setRefusal] = useState(NO_REFUSAL);
  const issues = useMemo(() => [...refusal.issues, ...unreadable], [refusal, unreadable]);
  const problems = useMemo(() => (attempt === 0 ? [] : listProblems(id, schema, errors, issues)), [attempt, errors, issues, id, schema]);
  const noticeAttempt = () => setAttempt((before) => before + 1);
  const save = () => {
    if (isBusy) return;
    setErrors(NO_ERRORS);
    setRefusal(NO_REFUSAL);
    if (unreadable.length > 0) return noticeAttempt();
    setBusy(true);
    onSubmit(cleanFormValue(values, schema) as JsonObject)
      .catch((error: unknown) => {
        noticeAttempt();
        setRefusal(readRefusal(schema, error));
      })
      .finally(() => setBusy(false));
  };
  return {
    ...{ id, schema, values, isBusy, attempt, problems, customFields, issues, reportUnreadable, save },
    isDirty: isChanged || unreadable.length > 0,
    failure: refusal.failure,
    change: (next) => {
      const adjusted = adjust?.(next, values) ?? next;
      setValues(adjusted);
      setRefusal((before) => ({ issues: keepCurrentIssues(before.issues, values, adjusted), failure: undefined }));
    },
    submit: () => (document.getElementById(id) as HTMLFormElement | null)?.requestSubmit(),
    noticeErrors: (found, isAttempt) => {
      setErrors(found);
      if (isAttempt) noticeAttempt();
    },
    reset: (next) => {
      open(next);
      setAttempt(0);
      setErrors(NO_ERRORS);
      setRefusal(NO_REFUSAL);
    },
  };
}
