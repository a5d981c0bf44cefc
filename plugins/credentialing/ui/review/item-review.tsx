import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toText } from '#engine/model';
import { Button, findOption, IconButton, recordRoute, TextLink, useModuleView, useSession, type RecordData } from '#ui';
import { StatePill, stateOf, type ItemTimes } from '../items/item-state.tsx';
import { ITEMS, labelOf } from '../items/use-items.ts';
import { tCredentialing } from '../texts.ts';
import { DocumentViewer } from '../viewer/document-viewer.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { Evidence } from './evidence.tsx';
import { Messages } from './messages.tsx';
import { marksOf, Proposals } from './proposals.tsx';
import { useReading } from './use-reading.ts';

/** What was handed in without a document: a date, a choice, or a sentence. */
function Response({ item }: { readonly item: RecordData }) {
  const { data: view } = useModuleView(ITEMS);
  const kind = view && findOption(view, 'field_type', toText(item['field_type']));
  const lines = [
    [tCredentialing('item.kind'), kind?.label ?? toText(item['field_type'])],
    [tCredentialing('item.date'), toText(item['response_date'])],
    [tCredentialing('item.response'), toText(item['provider_response'])],
    [tCredentialing('item.description'), toText(item['description'])],
    [tCredentialing('item.ends'), toText(item['expiration_date'])],
    [tCredentialing('item.toCorrect'), toText(item['review_note'])],
  ].filter(([, text]) => text !== '');
  return (
    <dl className="cr-facts">
      {lines.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Ids of the items before and after one in its list; undefined: it is the first or the last one. */
export interface ItemsAround {
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly onChoose: (id: string) => void;
}

function Steps({ before, after, onChoose }: ItemsAround) {
  const step = (id: string | undefined) => () => id !== undefined && onChoose(id);
  return (
    <>
      <IconButton icon={ChevronUp} label={tCredentialing('review.before')} disabled={before === undefined} onClick={step(before)} />
      <IconButton icon={ChevronDown} label={tCredentialing('review.after')} disabled={after === undefined} onClick={step(after)} />
    </>
  );
}

interface ReviewProps {
  readonly item: RecordData;
  readonly times: ItemTimes;
  /** Id of the provider. */
  readonly provider: string | undefined;
  readonly next: RecordData | undefined;
  readonly onNext: () => void;
  /** The items before and after it in the list; absent: there is no list. */
  readonly around?: ItemsAround | undefined;
  /** Back to the list, on a phone; absent: there is no list. */
  readonly onClose?: (() => void) | undefined;
  /** The item was approved or returned. */
  readonly onDone: () => Promise<void> | void;
  /** Its values were changed. */
  readonly onChanged: () => Promise<unknown> | void;
}

/** An item with its document, what was read from it, its checks and messages, and the decision. */
export function ItemReview({ item, times, provider, next, onNext, around, onClose, onDone, onChanged }: ReviewProps) {
  const user = useSession((session) => session.user);
  const { reading, reload } = useReading(item);
  const stored = toText(item['expiration_date']) || undefined;
  const [ends, setEnds] = useState(stored);
  // A day that was accepted from the page is that of the decision.
  useEffect(() => setEnds(stored), [stored]);
  const path = toText(item['document']);
  const title = (
    <>
      <strong>{labelOf(item)}</strong> <StatePill state={stateOf(item, times)} />
    </>
  );
  return (
    <section className="cr-review" aria-label={labelOf(item)}>
      <div className="cr-review-head">
        {onClose !== undefined && (
          <Button variant="quiet" size="sm" icon={ArrowLeft} className="cr-back" onClick={onClose}>
            {tCredentialing('review.back')}
          </Button>
        )}
        {around !== undefined && <Steps {...around} />}
        <TextLink className="cr-open" href={recordRoute(ITEMS, item._id, user)}>
          {tCredentialing('review.open')}
        </TextLink>
      </div>
      <div className="cr-review-body">
        {path === '' ? (
          <p className="cr-review-title">{title}</p>
        ) : (
          <DocumentViewer key={path} path={path} name={labelOf(item)} title={title} marks={marksOf(reading)} />
        )}
        <Response item={item} />
        {reading !== undefined && (
          <Proposals
            key={reading.document}
            item={item}
            reading={reading}
            onSaved={async () => void (await Promise.all([reload(), onChanged()]))}
          />
        )}
        <Evidence item={item} provider={provider} />
        <Messages item={item._id} />
      </div>
      <DecisionBar key={`${item._id}/${item._version}`} {...{ item, next, onNext, ends, onDone }} onEnds={setEnds} />
    </section>
  );
}
