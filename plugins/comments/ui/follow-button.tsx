import { Bell, BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, getErrorMessage, setPanelCount, showNotice, type SlotProps } from '#ui';
import { onCommentsChanged, readSummary, setFollowing } from './comments-api.ts';
import { tComments } from './texts.ts';

/** Id of the panel of comments, whose tab has the number of them. */
const PANEL = 'comments';

/** Next to the name of a record: whether the user follows it, for staff. Nothing until that is known. */
export function FollowButton({ shell, module, recordId: id }: SlotProps<'screenPart'>) {
  const [follows, setFollows] = useState<boolean>();
  const [isSaving, setSaving] = useState(false);
  const { isStaff } = shell;
  useEffect(() => {
    setFollows(undefined);
    if (!isStaff || module === undefined || id === undefined) return;
    let isCurrent = true;
    let requests = 0;
    // A record that cannot be followed now shows no button; the page itself says why.
    const read = () => {
      const request = ++requests;
      void readSummary({ module, id }).then(
        ({ follows: isFollowing, total }) => {
          // The response to a later request is newer.
          if (!isCurrent || request !== requests) return;
          setFollows(isFollowing);
          setPanelCount(PANEL, module, id, total);
        },
        () => undefined,
      );
    };
    read();
    // A comment of one's own makes one a follower.
    const stop = onCommentsChanged({ module, id }, read);
    return () => {
      isCurrent = false;
      stop();
      setPanelCount(PANEL, module, id, undefined);
    };
  }, [isStaff, module, id]);
  if (follows === undefined || module === undefined || id === undefined) return null;
  const toggle = async () => {
    setSaving(true);
    try {
      setFollows((await setFollowing({ module, id }, !follows)).follows);
    } catch (error) {
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-pressed={follows}
      title={tComments(follows ? 'unfollowHint' : 'followHint')}
      icon={follows ? BellRing : Bell}
      loading={isSaving}
      onClick={() => void toggle()}
    >
      {tComments(follows ? 'following' : 'follow')}
    </Button>
  );
}
