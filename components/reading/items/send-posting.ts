import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { IntegrationItem } from '#lib/api/integrations/integrations.ts'
import { askToSend, waitForSend } from '#lib/queries/integrations.ts'
import type { AreaWords } from '#lib/words/areas.ts'

/** Sends a posting to a service and says what became of it; outlives the menu in which it was chosen. */
export async function sendPosting(
  postingId: string,
  { id, name }: Pick<IntegrationItem, 'id' | 'name'>,
  t: AreaWords<'text'>,
): Promise<void> {
  try {
    const close = showToast(t('sending', { name }))
    const send = await waitForSend(await askToSend(postingId, id))
    close()
    if (send.state === 'sent') showToast(t('sentTo', { name }))
    else if (send.error === null) showToast(t('sendWaits', { name }))
    else showError([t(send.state === 'failed' ? 'notSentTo' : 'sentLater', { name }), send.error].join(' '))
  } catch (error) {
    showError(t('notSentTo', { name }), error)
  }
}
