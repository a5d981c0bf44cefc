import { DEFINITION_KINDS, INPUT_TYPES } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import {
  CHANGE_ACTIONS,
  CHANGE_SET_STATES,
  CONVERSION_STATES,
  EFFECT_KINDS,
  RECORD_REASONS,
  REPLACEMENT_STATES,
  VALUE_CHOICES,
  type ChangeConflict,
  type ChangeProblem,
  type ChangeSetPlan,
  type ChangeSetSimulation,
  type ChangeSetSummary,
  type ChangeSetView,
  type ChangeView,
  type ConversionSummary,
  type ConversionView,
  type ConvertedFieldView,
  type PlannedAccess,
  type PlannedChange,
  type PlannedConversion,
  type PlannedDifference,
  type PlannedEffect,
  type PlannedEffects,
  type ProblemPlace,
  type PlannedIndexWork,
  type PlannedRecords,
  type PlannedReference,
  type PreviewView,
  type ReplacementSummary,
  type ReplacementTask,
  type ReplacementView,
  type RevertPlan,
  type StartedPreview,
  type AliasEntry,
  type QuarantineEntry,
  type RemovedOptionReplacement,
  type RemovedOptionView,
} from '#engine/model/wire';
import {
  ANYTHING,
  closedObject,
  COUNT,
  FLAG,
  ID_AND_NAME,
  listOf,
  NULLABLE_TEXT,
  object,
  orNull,
  reference,
  TEXT,
  TEXTS,
} from './schema-parts.ts';

/** An option as a dropdown has it. */
const REMOVED_OPTION: JsonObject = {
  type: 'object',
  required: ['label', 'value'],
  additionalProperties: false,
  properties: {
    label: TEXT,
    value: TEXT,
    hue: TEXT,
    colors: object({ primary: TEXT, secondary: TEXT }),
    meaning: TEXT,
    retired: FLAG,
  },
};

const KIND: JsonObject = { enum: [...DEFINITION_KINDS] };
const TYPE: JsonObject = { enum: [...INPUT_TYPES] };
/** A record, and the value that it is an example of. */
const EXAMPLE: JsonObject = { ...ID_AND_NAME, properties: { ...(ID_AND_NAME['properties'] as JsonObject), value: TEXT } };
const DEFINITION: JsonObject = { type: ['object', 'null'] };

const SUMMARY = {
  _id: TEXT,
  _version: COUNT,
  name: TEXT,
  state: { enum: [...CHANGE_SET_STATES] },
  shared: FLAG,
  author: orNull(ID_AND_NAME),
  createdAt: TEXT,
  updatedAt: TEXT,
  definitionVersion: COUNT,
  counts: closedObject<ChangeSetSummary['counts']>({ added: COUNT, changed: COUNT, removed: COUNT }),
  reverts: NULLABLE_TEXT,
  revertedBy: NULLABLE_TEXT,
};

const CONVERSION = {
  state: { enum: [...CONVERSION_STATES] },
  done: { ...COUNT, description: 'Values that are converted, of all fields.' },
  total: { ...COUNT, description: 'Values when the conversion began, of all fields.' },
};

const REPLACEMENT = {
  state: { enum: [...REPLACEMENT_STATES] },
  done: { ...COUNT, description: 'Records that are changed, removed or refused.' },
  total: { ...COUNT, description: 'Records with these values when the job began; 0: it has not.' },
  refused: { ...COUNT, description: 'Records that keep their values because a rule refuses the change.' },
};

function quarantineSchema(): JsonObject {
  return closedObject<QuarantineEntry>({
    _id: TEXT,
    kind: { enum: ['field', 'module', 'option'] },
    module: orNull(object({ _id: TEXT, name: TEXT, label: TEXT })),
    field: orNull(object({ name: TEXT, label: TEXT })),
    option: orNull(
      closedObject<RemovedOptionView>({
        dropdown: ID_AND_NAME,
        definition: REMOVED_OPTION,
        position: COUNT,
        records: orNull(COUNT),
        replacement: orNull(closedObject<RemovedOptionReplacement>({ ...REPLACEMENT, changeSet: TEXT })),
      }),
    ),
    removedAt: TEXT,
    removedBy: orNull(ID_AND_NAME),
    changeSet: ID_AND_NAME,
    until: NULLABLE_TEXT,
  });
}

/** Schemas of change-sets in responses. */
export function changeSetSchemas(): { readonly [name: string]: JsonObject } {
  const problems = listOf(reference('ChangeProblem'));
  return {
    ChangeSetSummary: closedObject<ChangeSetSummary>({
      ...SUMMARY,
      conversion: orNull(closedObject<ConversionSummary>(CONVERSION)),
      replacement: orNull(closedObject<ReplacementSummary>(REPLACEMENT)),
    }),
    ChangeSet: closedObject<ChangeSetView>({
      ...SUMMARY,
      changes: listOf(
        closedObject<ChangeView>({
          kind: KIND,
          id: TEXT,
          artifact: TEXT,
          action: { enum: [...CHANGE_ACTIONS] },
          before: DEFINITION,
          definition: DEFINITION,
        }),
      ),
      problems,
      warnings: problems,
      conflicts: listOf(reference('ChangeConflict')),
      conversion: orNull(reference('Conversion')),
      replacement: orNull(reference('Replacement')),
    }),
    Conversion: conversionSchema(),
    Replacement: replacementSchema(),
    Preview: previewSchema(),
    StartedPreview: closedObject<StartedPreview>({ token: TEXT, expiresAt: TEXT, preview: reference('Preview') }),
    PlannedEffects: effectsSchema(),
    ChangeSetSimulation: closedObject<ChangeSetSimulation>({
      user: ID_AND_NAME,
      effects: reference('PlannedEffects'),
      access: orNull(reference('ComparedAccess')),
    }),
    ChangeSetPlan: closedObject<ChangeSetPlan>(planProperties()),
    RevertPlan: closedObject<RevertPlan>({ ...planProperties(), notRestored: TEXTS }),
    QuarantineEntry: quarantineSchema(),
    AliasEntry: aliasSchema(),
    ChangeProblem: problemSchema(),
    ChangeConflict: closedObject<ChangeConflict>({
      artifact: TEXT,
      path: TEXT,
      before: ANYTHING,
      mine: ANYTHING,
      theirs: ANYTHING,
      changeSet: orNull(object({ _id: TEXT, name: TEXT, author: NULLABLE_TEXT })),
    }),
  };
}

function problemSchema(): JsonObject {
  return closedObject<ChangeProblem>({
    file: TEXT,
    path: TEXT,
    cause: TEXT,
    change: orNull(object({ kind: KIND, id: TEXT })),
    place: orNull(
      closedObject<ProblemPlace>({
        kind: KIND,
        id: TEXT,
        artifact: TEXT,
        field: orNull(object({ id: TEXT, label: TEXT })),
        path: TEXT,
      }),
    ),
  });
}

function previewSchema(): JsonObject {
  return closedObject<PreviewView>({
    changeSet: orNull(ID_AND_NAME),
    person: {
      anyOf: [
        object({ kind: { const: 'user' }, user: ID_AND_NAME }),
        object({ kind: { const: 'roles' }, roles: listOf(ID_AND_NAME), teams: listOf(ID_AND_NAME), userType: TEXT }),
      ],
    },
  });
}

function planProperties(): { readonly [name in keyof ChangeSetPlan]: JsonObject } {
  const problems = listOf(reference('ChangeProblem'));
  const difference = closedObject<PlannedDifference>({ path: TEXT, label: TEXT, before: ANYTHING, after: ANYTHING, text: TEXT });
  return {
    changes: listOf(
      closedObject<PlannedChange>({
        kind: KIND,
        id: TEXT,
        artifact: TEXT,
        name: TEXT,
        action: { enum: [...CHANGE_ACTIONS] },
        differences: listOf(difference),
      }),
    ),
    problems,
    warnings: problems,
    conflicts: listOf(reference('ChangeConflict')),
    indexes: listOf(
      closedObject<PlannedIndexWork>({
        module: TEXT,
        action: { enum: ['build', 'drop'] },
        fields: TEXTS,
        unique: FLAG,
        contains: FLAG,
        records: COUNT,
        estimatedSeconds: { ...COUNT, description: 'About so long, by the latest builds of such indexes in this store.' },
      }),
    ),
    records: listOf(
      closedObject<PlannedRecords>(
        {
          module: TEXT,
          field: NULLABLE_TEXT,
          column: NULLABLE_TEXT,
          id: TEXT,
          reason: { enum: [...RECORD_REASONS] },
          value: NULLABLE_TEXT,
          count: COUNT,
          examined: { ...COUNT, description: 'Records that were looked at; absent: all.' },
          examples: listOf(EXAMPLE),
          choices: listOf({ enum: [...VALUE_CHOICES] }),
        },
        'examined',
      ),
    ),
    conversions: plannedConversions(),
    references: listOf(closedObject<PlannedReference>({ target: TEXT, from: TEXT, path: TEXT })),
    referenceNotes: TEXTS,
    access: plannedAccess(),
    effects: reference('PlannedEffects'),
  };
}

function plannedAccess(): JsonObject {
  return listOf(
    closedObject<PlannedAccess>({
      role: ID_AND_NAME,
      module: TEXT,
      field: NULLABLE_TEXT,
      right: TEXT,
      before: TEXT,
      after: TEXT,
      change: { enum: ['gains', 'loses'] },
      count: COUNT,
    }),
  );
}

function plannedConversions(): JsonObject {
  return listOf(
    closedObject<PlannedConversion>({
      module: TEXT,
      field: TEXT,
      label: TEXT,
      id: TEXT,
      from: TYPE,
      to: TYPE,
      count: COUNT,
      examined: { ...COUNT, description: 'Records whose value was looked at; if fewer than count, failed is that of these.' },
      failed: COUNT,
      estimatedSeconds: { ...COUNT, description: 'About so long, by the latest conversions of this store.' },
      options: listOf(object({ value: TEXT, label: TEXT })),
    }),
  );
}

function aliasSchema(): JsonObject {
  return closedObject<AliasEntry>({
    _id: TEXT,
    kind: { enum: ['module', 'field', 'relation'] },
    module: object({ _id: TEXT, name: TEXT, label: TEXT }),
    alias: TEXT,
    name: TEXT,
    label: TEXT,
    path: NULLABLE_TEXT,
    renamedAt: TEXT,
    changeSet: ID_AND_NAME,
    uses: COUNT,
    lastUsedAt: NULLABLE_TEXT,
    lastUsedBy: orNull(ID_AND_NAME),
    token: orNull(ID_AND_NAME),
  });
}

function conversionSchema(): JsonObject {
  return closedObject<ConversionView>({
    ...CONVERSION,
    kind: { enum: ['publish', 'revert'] },
    startedAt: TEXT,
    endedAt: NULLABLE_TEXT,
    fields: listOf(
      closedObject<ConvertedFieldView>({
        module: TEXT,
        id: TEXT,
        field: TEXT,
        label: TEXT,
        from: TYPE,
        to: TYPE,
        records: COUNT,
        done: COUNT,
        failed: COUNT,
        examples: listOf(EXAMPLE),
      }),
    ),
    problem: orNull(object({ code: TEXT, text: TEXT, details: TEXTS })),
  });
}

function replacementSchema(): JsonObject {
  return closedObject<ReplacementView>({
    ...REPLACEMENT,
    tasks: listOf(
      closedObject<ReplacementTask>({
        _id: TEXT,
        state: { enum: [...REPLACEMENT_STATES] },
        module: TEXT,
        moduleLabel: TEXT,
        field: NULLABLE_TEXT,
        value: NULLABLE_TEXT,
        to: NULLABLE_TEXT,
        records: COUNT,
        done: COUNT,
        refused: COUNT,
        examples: listOf(object({ _id: TEXT, name: TEXT, reason: TEXT })),
      }),
    ),
  });
}

function effectsSchema(): JsonObject {
  const effects = listOf(
    closedObject<PlannedEffect>({
      change: { enum: ['gains', 'loses'] },
      what: { enum: [...EFFECT_KINDS] },
      module: TEXT,
      field: NULLABLE_TEXT,
      roles: listOf(ID_AND_NAME),
      count: COUNT,
      people: listOf(object({ _id: TEXT, name: TEXT, records: orNull(COUNT) })),
      records: orNull(COUNT),
      examples: listOf(ID_AND_NAME),
      text: TEXT,
    }),
  );
  return closedObject<PlannedEffects>({
    gains: effects,
    losses: effects,
    differences: COUNT,
    counted: COUNT,
    notExamined: COUNT,
    note: NULLABLE_TEXT,
  });
}
