'use client'

import { Button } from '#components/ui/form/button.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { useWords } from '#lib/words/use-words.tsx'

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onKept: () => void }

/** The codes, this once: to be copied, saved or written down. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const t = useWords('settings')
  const common = useWords('common')
  const text = `${codes.join('\n')}\n`
  const copy = () => void navigator.clipboard?.writeText(text).then(() => showToast(common('copied')))
  return (
    <section aria-label={t('recoveryCodes')} className="rounded-3 border border-line bg-paper p-4">
      <h4 className="font-[580]">{t('recoveryCodes')}</h4>
      <p className="mt-1 text-12 text-ink-2">{t('recoveryHint')}</p>
      <ol className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-13 max-[360px]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={copy}>{t('copyAll')}</Button>
        <Button asChild>
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="skylark-codes.txt">
            {t('download')}
          </a>
        </Button>
        <Button variant="solid" onClick={onKept}>
          {t('codesKept')}
        </Button>
      </div>
    </section>
  )
}
