import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { List } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { IMPORT_MAX_BYTES } from '#engine/model/wire';
import { formatBytes, lowercaseLabel } from '#engine/model/values';
import { createImport, getErrorMessage, routePrefix, useSession } from '../../client/index.ts';
import { DropZone } from '../../fields/files/index.ts';
import { useModuleSummaries } from '../../headless/index.ts';
import { Button, ButtonLink, Card, FieldError, PageHeader, t, usePageTitle } from '../../kit/index.ts';
import { ProgressBar } from '../../views/index.ts';
import { reloadImports, storeImport } from './import-queries.ts';
import { StepHeading, WizardSteps } from './wizard-steps.tsx';
import './imports.css';

const ENDINGS = /\.(csv|tsv|txt|xlsx|ndjson|jsonl)$/i;

/** Why a file is refused before it is sent; undefined: it is not. */
function findFileProblem(file: File): string | undefined {
  if (!ENDINGS.test(file.name)) return t('imports.file.wrongKind');
  if (file.size === 0) return t('imports.file.empty');
  return file.size > IMPORT_MAX_BYTES ? t('imports.file.tooLarge', { limit: formatBytes(IMPORT_MAX_BYTES) }) : undefined;
}

/** The upload of a file, and its import once it is there. */
function useUpload(module: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const [sent, setSent] = useState<{ readonly file: File; readonly part: number; readonly stop: () => void } | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const start = (file: File) => {
    const refusal = findFileProblem(file);
    setProblem(refusal);
    if (refusal !== undefined) return;
    const stop = new AbortController();
    const show = (part: number) => setSent({ file, part, stop: () => stop.abort() });
    show(0);
    createImport(module, file, { onProgress: show, signal: stop.signal })
      .then(
        async (made) => {
          await storeImport(client, made);
          void reloadImports(client);
          await navigate(`${routePrefix(user)}/imports/${made._id}?step=columns`, { replace: true });
        },
        (error: unknown) => {
          if (!stop.signal.aborted) setProblem(getErrorMessage(error));
        },
      )
      .finally(() => setSent(undefined));
  };
  return { sent, problem, start };
}

/** The first step: what is imported, and from which file. */
export function NewImport({ module: initial }: { readonly module: string }) {
  const [module, setModule] = useState(initial);
  const user = useSession((session) => session.user);
  const modules = useModuleSummaries().filter(({ rights }) => rights.create);
  const chosen = modules.find(({ name }) => name === module);
  const { sent, problem, start } = useUpload(module);
  const title = chosen === undefined ? t('imports.new') : t('imports.title', { module: lowercaseLabel(chosen.label) });
  usePageTitle(title);
  return (
    <div className="iw-page iw-page-file">
      <PageHeader
        title={title}
        actions={
          <ButtonLink variant="quiet" icon={List} href={`${routePrefix(user)}/imports`}>
            {t('imports.all')}
          </ButtonLink>
        }
      >
        <WizardSteps step="file" onStep={undefined} />
      </PageHeader>
      <div className="iw-body">
        <StepHeading step="file">{t('imports.file.title')}</StepHeading>
        <Card className="iw-card">
          <Select
            searchable
            allowDeselect={false}
            label={t('imports.file.module')}
            placeholder={t('imports.file.chooseModule')}
            value={chosen === undefined ? null : module}
            data={modules.map(({ name, label }) => ({ value: name, label }))}
            disabled={sent !== undefined}
            onChange={(next) => setModule(next ?? '')}
          />
          {sent === undefined ? (
            chosen !== undefined && (
              <DropZone onFiles={([file]) => file && start(file)} wrong={problem === undefined ? undefined : 'iw-file-problem'} />
            )
          ) : (
            <div className="iw-upload">
              <p>{t(sent.part < 1 ? 'imports.file.sending' : 'imports.file.reading', { file: sent.file.name })}</p>
              <ProgressBar label={sent.file.name} done={Math.round(sent.part * 100)} total={sent.part < 1 ? 100 : undefined} />
              <Button size="sm" onClick={sent.stop}>
                {t('actions.cancel')}
              </Button>
            </div>
          )}
          <p className="iw-note">{t('imports.file.help', { limit: formatBytes(IMPORT_MAX_BYTES) })}</p>
          {problem !== undefined && (
            <div id="iw-file-problem" role="alert">
              <FieldError>{problem}</FieldError>
            </div>
          )}
        </Card>
      </div>
    </div>
  );
}
