import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui';
import { SIGNATURE_KINDS } from '../../shared/check-value.ts';
import { ANYONE_ROLE, EVERYONE_ROLE } from '../../shared/document.ts';
import type { FillServer, StoredPicture } from '../fill/fill-contract.ts';
import { FillView } from '../fill/fill-view.tsx';
import { useFill } from '../fill/use-fill.ts';
import { tFill } from '../fill/texts.ts';
import { listInputs } from './new-input.ts';
import { tEditor } from './texts.ts';
import type { Editor } from './use-editor.ts';

const PERSON = { name: 'Theodora Vance', email: 'theodora@example.org' };
const ignore = (): void => undefined;

/** Signatures stay in this page. */
function createPreviewServer(): FillServer {
  const pictures = new Map<string, string>();
  return {
    pictureUrl: (path) => `data:image/png;base64,${pictures.get(path) ?? ''}`,
    addPicture: (use, make, content) => {
      const path = String(pictures.size + 1);
      pictures.set(path, content);
      const kind = SIGNATURE_KINDS.find((one) => one.toLowerCase() === make) ?? make;
      return Promise.resolve<StoredPicture>({ path, use, kind });
    },
    addFile: (_input, { name }) => Promise.resolve(name),
  };
}

interface PreviewPaneProps {
  readonly editor: Editor;
  readonly role: string;
  readonly onEnd: () => void;
}

/** The document as a recipient fills it in: conditions and formulas can be tried, nothing is stored. */
export function PreviewPane({ editor, role, onEnd }: PreviewPaneProps) {
  const { pages } = editor.state;
  const [mine] = useState(() =>
    listInputs(pages)
      .filter(({ assigned_to: of }) => of === role || of === ANYONE_ROLE || of === EVERYONE_ROLE)
      .map(({ id }) => id),
  );
  const [server] = useState(createPreviewServer);
  const [pictures] = useState<readonly StoredPicture[]>([]);
  const fill = useFill({ pages, mine, pictures, person: PERSON, onChange: ignore });
  return (
    <section className="sg-preview" aria-label={tEditor('previewAs', { role })}>
      <div className="sg-bar-note">
        <span>{tFill('previewFinish')}</span>
        <Button size="sm" icon={X} onClick={onEnd}>
          {tEditor('endPreview')}
        </Button>
      </div>
      <FillView fill={fill} pdf={editor.pdf} server={server} name={PERSON.name} finish={<p>{tFill('previewFinish')}</p>} />
    </section>
  );
}
