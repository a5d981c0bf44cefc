import { Braces, Trash2 } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import type { DropdownDefinition } from '#engine/model/definitions';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  LoadingProgress,
  PageHeader,
  StatusPill,
  t,
  usePageTitle,
} from '../../../kit/index.ts';
import { useDefinition } from '../draft/use-definition.ts';
import { UseList } from '../uses/use-list.tsx';
import { OptionTable } from './option-table.tsx';
import { useOptionUses } from './use-option-uses.ts';
import '../studio-fields.css';

const PAGE = '/admin/studio/dropdowns';

/** `/admin/studio/dropdowns/:id`: the options of a dropdown. */
export function DropdownPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { definition, detail, action, problems, error, isLoading, retry, change } = useDefinition('dropdown', id);
  const dropdown = definition as unknown as DropdownDefinition | undefined;
  usePageTitle(dropdown?.name ?? '');
  const published = detail?.definition as unknown as DropdownDefinition | undefined;
  const uses = useOptionUses(detail);
  if (error !== undefined && dropdown === undefined)
    return <ErrorState title={t('studioFields.failedToLoad')} text={error.message} code={error.code} onRetry={retry} />;
  if (isLoading) return <LoadingProgress active />;
  if (dropdown === undefined)
    return (
      <EmptyState
        headingLevel={1}
        title={t('studioFields.dropdowns.missing')}
        actions={<ButtonLink href={PAGE}>{t('studioFields.dropdowns.title')}</ButtonLink>}
      />
    );
  const references = detail?.references ?? [];
  return (
    <>
      <PageHeader
        title={dropdown.name}
        actions={
          <>
            <ButtonLink href={`/admin/studio/json/dropdown/${id}`} icon={Braces}>
              {t('studioFields.json')}
            </ButtonLink>
            <Button
              variant="danger-quiet"
              icon={Trash2}
              onClick={() => {
                change(null);
                void navigate(PAGE);
              }}
            >
              {t('studioFields.dropdowns.remove')}
            </Button>
          </>
        }
      >
        {action !== undefined && <StatusPill plain label={t(`studioFields.change.${action}`)} />}
      </PageHeader>
      <div className="ms-page sf-page" role="region" aria-label={dropdown.name} tabIndex={0}>
        <OptionTable
          options={dropdown.options}
          published={new Set(published?.options.map(({ value }) => value))}
          uses={uses}
          onChange={(options) => change({ ...dropdown, options })}
        />
        {problems.map(({ path, cause }) => (
          <p key={`${path} ${cause}`} className="sf-problem">
            {cause}
          </p>
        ))}
        <section className="sf-rule">
          <h2 className="sf-heading">{t('studioFields.dropdowns.usedBy')}</h2>
          {references.length === 0 ? (
            <p className="sf-note">{t('studioFields.dropdowns.unused')}</p>
          ) : (
            <UseList references={references} label={t('studioFields.dropdowns.usedBy')} />
          )}
        </section>
      </div>
    </>
  );
}
