import { titled, words } from '#lib/pages/language.ts'
import { Words } from '#lib/pages/words.tsx'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { EndForm } from '#components/accounts/end-digest-form.tsx'

export const generateMetadata = titled('outputs', 'endTitle')

export default async function EndDigestPage() {
  const t = await words('outputs')
  return (
    <AccountSplit title={t('endTitle')} intro={t('endIntro')}>
      <Words areas={['outputs']}>
        <EndForm />
      </Words>
    </AccountSplit>
  )
}
