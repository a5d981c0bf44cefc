import { findModule, readRelate, recordRoute, TextLink, useRecordSearch, useSession, useShell, type RecordData, type SlotProps } from '#ui';
import { Facts } from './items/facts.tsx';
import { useAssignment } from './items/use-items.ts';
import { ProviderItem } from './provider/provider-item.tsx';
import { ItemReview } from './review/item-review.tsx';
import { tCredentialing } from './texts.ts';
import './credentialing.css';

const NO_RECORD: RecordData = { _id: '', _version: 0 };

/** The checklist that an item belongs to. */
function useChecklist(id: string | undefined): RecordData | undefined {
  const module = findModule(useShell().data, 'credentialing');
  const { data } = useRecordSearch(id === undefined ? undefined : module, { searchTerms: { _id: { in: [id ?? ''] } }, pageSize: 1 });
  return id === undefined ? undefined : data?.data[0];
}

function StaffItem(props: SlotProps<'record'>) {
  const { record, reload } = props;
  const user = useSession((session) => session.user);
  const checklist = useChecklist(readRelate(record['relatedCredentialingRecord'])?._id);
  const setup = readRelate(record['relatedCredentialingSetup'])?._id;
  const { times } = useAssignment(checklist ?? NO_RECORD);
  const owner =
    checklist !== undefined
      ? (['credentialing', checklist._id] as const)
      : setup === undefined
        ? undefined
        : (['credentialingSetup', setup] as const);
  return (
    <div className="cr-item-page" data-wide>
      {owner !== undefined && (
        <TextLink href={`${recordRoute(owner[0], owner[1], user)}${owner[0] === 'credentialing' ? `?item=${record._id}` : ''}`}>
          {tCredentialing(owner[0] === 'credentialing' ? 'item.openList' : 'item.openSetup')}
        </TextLink>
      )}
      {checklist !== undefined && (
        <ItemReview
          item={record}
          times={times}
          provider={readRelate(checklist['providers_credentialing'])?._id}
          next={undefined}
          onNext={() => undefined}
          onDone={reload}
          onChanged={reload}
        />
      )}
      <Facts {...props} />
    </div>
  );
}

/** An item: for its provider what is to be done, for staff the review and its fields. */
export function ItemPage(props: SlotProps<'record'>) {
  const shell = useShell().data;
  if (shell === undefined) return null;
  return shell.isStaff ? <StaffItem {...props} /> : <ProviderItem {...props} />;
}
