'use client'

import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { CopyField } from '#components/ui/form/copy-field.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { QrCode } from '#components/ui/qr-code.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'
import { useMe } from '#lib/queries/accounts/account.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ReaderAppLine } from './reader-app-line.tsx'
import { otherPrograms, readerPrograms, type ReaderProgram } from './reader-programs.ts'

const others = Object.keys(otherPrograms) as (keyof typeof otherPrograms)[]

/** The choices and values to enter in a reader app, and whether one got in. */
export function ReaderApps() {
  const t = useWords('settings')
  const [chosen, setChosen] = useState('NetNewsWire')
  const other = others.find((each) => each === chosen)
  const program =
    other === undefined ? readerPrograms.find(({ name }) => name === chosen) : otherPrograms[other]
  return (
    <div className="space-y-4">
      <Field label={t('yourApp')} className="max-w-72">
        <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {readerPrograms.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
          {others.map((each) => (
            <option key={each} value={each}>
              {t(each)}
            </option>
          ))}
        </Select>
      </Field>
      {program !== undefined && <SetUp key={chosen} program={program} />}
      <ReaderAppLine />
    </div>
  )
}

function SetUp({ program }: { readonly program: ReaderProgram }) {
  const t = useWords('settings')
  const email = useMe().data?.email ?? '…'
  const origin = useHasMounted() ? window.location.origin : ''
  const address = `${origin}${program.path}`
  if (program.name === 'newsboat') return <NewsboatSetUp address={address} email={email} />
  return (
    <>
      <p>{t('chooseKind', { kind: program.kind })}</p>
      <CopyField
        label={t('appAddress')}
        value={address}
        {...(program === otherPrograms.otherGreader && { hint: t('appAddressHint') })}
      />
      {program.isOnPhone && <AddressCode address={address} />}
      {program.asksForUser && <CopyField label={t('appUser')} value={email} />}
      <p>{t(program.password)}</p>
    </>
  )
}

/** The address for a phone's camera. What draws it is fetched when it is asked for. */
function AddressCode({ address }: { readonly address: string }) {
  const t = useWords('settings')
  const [svg, setSvg] = useState<string | null>(null)
  if (svg !== null)
    return (
      <div className="space-y-2">
        <QrCode svg={svg} label={t('addressCode', { address })} />
        <p className="text-12 text-ink-3">{t('addressCodeHint')}</p>
      </div>
    )
  const draw = () =>
    import('uqr').then(
      ({ renderSVG }) => setSvg(renderSVG(address, { border: 2 })),
      (error: unknown) => showError(t('noAddressCode'), error),
    )
  return (
    <Button size="small" onClick={() => void draw()}>
      {t('showAddressCode')}
    </Button>
  )
}

/** newsboat has no form, but a file. By the Miniflux API, which older ones know as well. */
function NewsboatSetUp({ address, email }: { readonly address: string; readonly email: string }) {
  const t = useWords('settings')
  const lines = [
    'urls-source "miniflux"',
    `miniflux-url "${address}/"`,
    `miniflux-login "${email}"`,
    `miniflux-password "${t('anAppPassword')}"`,
  ]
  return (
    <>
      <p>{t('newsboatLines', { file: '~/.newsboat/config' })}</p>
      <pre className="rounded-2 border border-line bg-paper p-3 font-mono text-12 break-all whitespace-pre-wrap">
        {lines.join('\n')}
      </pre>
      <p>{t('enterAppPassword')}</p>
    </>
  )
}
