import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { Plus, Search, X } from 'lucide-react';
import { use, useDeferredValue, useState } from 'react';
import { lowercaseLabel, type JsonObject } from '#engine/model/values';
import type { ModuleSummary, ModuleView } from '#engine/model/wire';
import { useModuleView } from '../../client/index.ts';
import { useRecordNames } from '../../headless/index.ts';
import { LazyBoundary, Icon, IconButton, createLazyComponent, t } from '../../kit/index.ts';
import type { FieldWrapperProps } from '../widgets/widget-props.ts';
import { RecordCreatorContext } from './record-creator.ts';
import { hintOfFound, nameOfFound, type RelateChoice } from './relate-choice.ts';

const RelateDialog = createLazyComponent(async () => (await import('./relate-dialog.tsx')).RelateDialog);
const CreateRelated = createLazyComponent(async () => (await import('./create-related.tsx')).CreateRelated);

/** The option that creates a new record. */
const NEW = 'new';

export interface RelatePickerProps {
  readonly module: ModuleSummary | undefined;
  readonly value: RelateChoice | undefined;
  readonly onPick: (choice: RelateChoice | undefined) => void;
  readonly onBlur?: () => void;
  readonly readOnly?: boolean;
  readonly wrapping: Partial<FieldWrapperProps> & { readonly 'aria-label'?: string };
  readonly placeholder?: string | undefined;
  /** Ids that are already selected and are not offered again. */
  readonly without?: readonly string[];
  /** Ids of the only records that are offered; absent: all. */
  readonly only?: readonly string[] | undefined;
  /** Condition that the offered records meet; absent: all are offered. */
  readonly where?: JsonObject | undefined;
}

interface OptionsProps {
  readonly picker: RelatePickerProps;
  readonly module: ModuleSummary;
  readonly searchText: string;
  readonly canCreate: boolean;
}

function Options({ picker, module, searchText, canCreate, view }: OptionsProps & { readonly view: ModuleView | undefined }) {
  const search = useDeferredValue(searchText.trim());
  const named = search === '' ? {} : { [module.nameField]: { contains: search } };
  const searchTerms = picker.only && { _id: { in: [...picker.only] }, ...named };
  const found = useRecordNames(
    module,
    { search, pageSize: 8, ...(searchTerms && { searchTerms }), ...(picker.where && { where: picker.where }) },
    true,
  );
  const records = (found.data?.data ?? []).filter((record) => !(picker.without ?? []).includes(record._id));
  if (found.error) return <Combobox.Empty>{found.error.message}</Combobox.Empty>;
  if (found.isPending) return <Combobox.Empty>{t('states.loading')}</Combobox.Empty>;
  return (
    <>
      {records.length === 0 && <Combobox.Empty>{t('views.fields.noMatch')}</Combobox.Empty>}
      {records.map((record) => {
        const name = nameOfFound(module, record);
        const hint = view === undefined ? '' : hintOfFound(view, record);
        return (
          <Combobox.Option key={record._id} value={JSON.stringify({ _id: record._id, name })}>
            <span className="mf-option-name">{name}</span>
            {hint !== '' && <span className="mf-option-hint">{hint}</span>}
          </Combobox.Option>
        );
      })}
      {canCreate && (
        <Combobox.Option value={NEW} className="mf-option-new">
          <Icon of={Plus} size={14} />
          {t('views.list.create', { thing: lowercaseLabel(module.labelSingular) })}
          {search !== '' && <span className="mf-option-hint">{search}</span>}
        </Combobox.Option>
      )}
    </>
  );
}

/** If the user has access to the module, fields of its popup list distinguish records with the same name. */
function HintedOptions(props: OptionsProps) {
  const view = useModuleView(props.module.name);
  return <Options {...props} view={view.data} />;
}

/** Finds a record by typing its name, or in a dialog with search fields. */
export function RelatePicker(props: RelatePickerProps) {
  const { module, value, onPick, onBlur, readOnly = false, wrapping, placeholder } = props;
  const [searchText, setWords] = useState<string | undefined>(undefined);
  const [isDialogOpen, setDialogOpen] = useState(false);
  // The search text when the user chose to create a new record.
  const [newRecordName, setMaking] = useState<string | undefined>(undefined);
  const canCreate = use(RecordCreatorContext) !== undefined && module?.rights.create === true;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const pick = (choice: RelateChoice | undefined) => {
    setWords(undefined);
    combobox.closeDropdown();
    onPick(choice);
  };
  const make = (named: string) => {
    setDialogOpen(false);
    combobox.closeDropdown();
    setMaking(named);
  };
  const leave = () => {
    setWords(undefined);
    combobox.closeDropdown();
    onBlur?.();
  };
  const label = lowercaseLabel(module?.label ?? '');
  const buttons = readOnly ? undefined : (
    <span className="mf-relate-buttons">
      {value !== undefined && <IconButton icon={X} size="xs" label={t('views.fields.clear')} onClick={() => pick(undefined)} />}
      {module?.rights.access === true && props.only === undefined && props.where === undefined && (
        <IconButton
          icon={Search}
          size="xs"
          label={t('views.fields.searchRecords', { module: label })}
          onClick={() => setDialogOpen(true)}
        />
      )}
    </span>
  );
  return (
    <>
      <Combobox
        store={combobox}
        onOptionSubmit={(option) => (option === NEW ? make(searchText?.trim() ?? '') : pick(JSON.parse(option) as RelateChoice))}
        withinPortal
      >
        <Combobox.Target>
          <TextInput
            {...wrapping}
            autoComplete="off"
            readOnly={readOnly}
            disabled={module === undefined && !readOnly}
            placeholder={placeholder ?? t('views.fields.typeToFind')}
            value={searchText ?? value?.name ?? ''}
            rightSection={buttons}
            rightSectionWidth={value === undefined ? 32 : 58}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              combobox.openDropdown();
              combobox.updateSelectedOptionIndex();
            }}
            onClick={() => {
              if (!readOnly) combobox.openDropdown();
            }}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={leave}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={readOnly}>
          <Combobox.Options mah={280} className="mf-options" aria-label={label}>
            {combobox.dropdownOpened &&
              module !== undefined &&
              (module.rights.access ? (
                <HintedOptions picker={props} module={module} searchText={searchText ?? ''} canCreate={canCreate} />
              ) : (
                <Options picker={props} module={module} searchText={searchText ?? ''} canCreate={false} view={undefined} />
              ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {module !== undefined && (isDialogOpen || newRecordName !== undefined) && (
        // Keys pressed in a dialog above the input must not reach the input.
        <div onKeyDown={(event) => event.stopPropagation()}>
          <LazyBoundary fallback={null}>
            {isDialogOpen && (
              <RelateDialog
                module={module}
                onCancel={() => setDialogOpen(false)}
                onPick={(choice) => {
                  setDialogOpen(false);
                  pick(choice);
                }}
                {...(canCreate ? { onCreate: () => make('') } : {})}
              />
            )}
            {newRecordName !== undefined && (
              <CreateRelated
                moduleName={module.name}
                searchText={newRecordName}
                onClose={() => setMaking(undefined)}
                onCreated={(choice) => {
                  setMaking(undefined);
                  pick(choice);
                }}
              />
            )}
          </LazyBoundary>
        </div>
      )}
    </>
  );
}
