import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import type { JsonObject } from '#engine/model/values';
import { randomKey } from '../../../client/index.ts';
import { Button, ButtonLink, Card, Icon, PageHeader, t, usePageTitle } from '../../../kit/index.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { useDraft } from '../draft/use-draft.ts';
import { nameOfListed } from '../dropdowns/use-dropdowns.ts';
import { FirstFields } from './first-fields.tsx';
import { IconPicker } from './icon-picker.tsx';
import { buildModule, checkNewModule, createFirstField, FIRST, nameFields, nameOfNew, toSingular, type NewModule } from './new-module.ts';
import { useMenuGroups, type MenuGroupOption } from './use-menu-groups.ts';
import '../studio-fields.css';

const KINDS = ['plain', 'person', 'company', 'file'] as const;
const PAGE = '/admin/studio/modules';
/** The help is below, so that inputs side by side are in line. */
const BELOW: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];

/** `/admin/studio/modules/new`: a new module with its first fields. It is part of the draft until that is published. */
export function NewModulePage() {
  usePageTitle(t('studioFields.newModule.title'));
  const navigate = useNavigate();
  const draft = useDraft();
  const modules = useDefinitions('module').list ?? [];
  const dropdowns = useDefinitions('dropdown').list ?? [];
  const [input, setInput] = useState<NewModule>(() => ({ ...FIRST, fields: [createFirstField()] }));
  const menu = useMenuGroups();
  const [chosenGroup, setGroup] = useState<string | null>();
  // An own entry at first: who cannot find a module cannot use it.
  const group = chosenGroup === undefined ? menu.groups.at(-1)?.value : (chosenGroup ?? undefined);
  const [tries, setTries] = useState(0);
  const isTried = tries > 0;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const others = modules.map(nameOfListed);
  const problems = checkNewModule(input, others);
  const create = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (problems.size > 0) return;
    const made = buildModule(input, { others, dropdownNames: dropdowns.map(nameOfListed), createId: randomKey });
    for (const dropdown of made.dropdowns) draft.change('dropdown', dropdown.id, dropdown);
    draft.change('module', made.module.id, made.module as unknown as JsonObject);
    if (group !== undefined) menu.addModule(made.module, group);
    void navigate(`${PAGE}/${made.module.id}`);
  };
  return (
    <>
      <PageHeader title={t('studioFields.newModule.title')} />
      <form ref={form} className="ms-page sf-page" aria-label={t('studioFields.newModule.title')} noValidate onSubmit={create}>
        <Card title={t('studioFields.newModule.about')}>
          <div className="sf-about">
            <NameInputs input={input} others={others} problems={problems} isTried={isTried} onChange={setInput} />
            {menu.groups.length > 0 && <MenuInput groups={menu.groups} value={group} onChange={setGroup} />}
            <KindInputs input={input} onChange={setInput} />
          </div>
        </Card>
        <Card title={t('studioFields.newModule.fields')} note={t('studioFields.newModule.fieldsHelp')}>
          <FirstFields
            rows={input.fields}
            names={nameFields(input)}
            modules={modules.filter(({ action }) => action !== 'removed').map((one) => ({ value: nameOfListed(one), label: one.label }))}
            problems={isTried ? problems : new Map([...problems].filter(([key]) => !key.endsWith('.options')))}
            onChange={(fields) => setInput({ ...input, fields })}
          />
        </Card>
        <div className="sf-foot">
          <ButtonLink href={PAGE}>{t('actions.cancel')}</ButtonLink>
          <Button type="submit" variant="primary">
            {t('studioFields.newModule.create')}
          </Button>
        </div>
      </form>
    </>
  );
}

interface MenuInputProps {
  readonly groups: readonly MenuGroupOption[];
  readonly value: string | undefined;
  readonly onChange: (group: string | null) => void;
}

function MenuInput({ groups, value, onChange }: MenuInputProps) {
  return (
    <Select
      label={t('studioFields.newModule.menu')}
      description={t('studioFields.newModule.menuHelp')}
      inputWrapperOrder={BELOW}
      placeholder={t('studioFields.newModule.noMenu')}
      rightSection={<Icon of={ChevronDown} />}
      clearable
      data={groups}
      value={value ?? null}
      onChange={onChange}
    />
  );
}

interface AboutProps {
  readonly input: NewModule;
  readonly others: readonly string[];
  readonly problems: ReadonlyMap<string, string>;
  readonly isTried: boolean;
  readonly onChange: (input: NewModule) => void;
}

function NameInputs({ input, others, problems, isTried, onChange }: AboutProps) {
  const shown = (key: string) => (isTried ? problems.get(key) : undefined);
  return (
    <>
      <TextInput
        id="new-label"
        label={t('studioFields.newModule.label')}
        placeholder={t('studioFields.newModule.labelHint')}
        required
        data-autofocus
        maxLength={200}
        value={input.label}
        error={shown('label')}
        onChange={(event) => {
          const label = event.currentTarget.value;
          const follows = input.labelSingular === toSingular(input.label);
          onChange({ ...input, label, labelSingular: follows ? toSingular(label) : input.labelSingular });
        }}
      />
      <TextInput
        id="new-labelSingular"
        label={t('studioFields.newModule.singular')}
        required
        maxLength={200}
        value={input.labelSingular}
        error={shown('labelSingular')}
        onChange={(event) => onChange({ ...input, labelSingular: event.currentTarget.value })}
      />
      <TextInput
        id="new-name"
        label={t('studioFields.newModule.name')}
        description={t('studioFields.newModule.nameHelp')}
        inputWrapperOrder={BELOW}
        className="sf-mono"
        required
        maxLength={64}
        value={nameOfNew(input, others)}
        error={problems.get('name')}
        onChange={(event) => onChange({ ...input, name: event.currentTarget.value })}
      />
    </>
  );
}

function KindInputs({ input, onChange }: Pick<AboutProps, 'input' | 'onChange'>) {
  return (
    <>
      <div className="sf-field">
        <span id="new-kind">{t('studioFields.newModule.kind')}</span>
        <SegmentedControl
          aria-labelledby="new-kind"
          data={KINDS.map((kind) => ({ value: kind, label: t(`studioFields.kind.${kind}`) }))}
          value={input.kind}
          onChange={(kind) => onChange({ ...input, kind: kind })}
        />
        <p className="sf-note">{t(`studioFields.kindHelp.${input.kind}`)}</p>
      </div>
      <IconPicker label={t('studioFields.newModule.icon')} value={input.icon} onChange={(icon) => onChange({ ...input, icon })} />
      <Switch
        size="xs"
        label={t('studioFields.newModule.teams')}
        description={t('studioFields.newModule.teamsHelp')}
        checked={input.hasTeams}
        onChange={(event) => onChange({ ...input, hasTeams: event.currentTarget.checked })}
      />
    </>
  );
}
