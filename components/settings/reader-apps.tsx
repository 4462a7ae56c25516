'use client'

import { CopyField } from '#components/ui/copy-field.tsx'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'
import { useMe } from '#lib/queries/account.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** What is to be entered in a reader app: the addresses of this server by each protocol, and who signs in. */
export function ReaderApps() {
  const t = useWords('settings')
  const me = useMe()
  const origin = useHasMounted() ? window.location.origin : ''
  return (
    <div className="mt-6 space-y-4">
      <p>{t('appGuide', { email: me.data?.email ?? '…' })}</p>
      <CopyField label={t('appAddress')} value={`${origin}/api/greader.php`} hint={t('appAddressHint')} />
      <CopyField label={t('minifluxAddress')} value={origin} hint={t('minifluxAddressHint')} />
      <CopyField label={t('feverAddress')} value={`${origin}/fever/`} hint={t('feverAddressHint')} />
    </div>
  )
}
