'use client'

import { useState, type FormEvent } from 'react'
import { useKnowsPasskeys } from '#components/accounts/use-knows-passkeys.ts'
import { ForAdmin } from '#components/ui/for-admin.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'
import type { PasskeyItem } from '#lib/api/accounts/sign-in.ts'
import { usePasskeys, useRemovePasskey, useRenamePasskey } from '#lib/queries/accounts/sign-in.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { NewPasskey } from './new-passkey.tsx'
import { PasswordPrompt } from '#components/accounts/password-prompt.tsx'
import { longestName } from '#lib/text/names.ts'

/** Adding, naming and removing passkeys. */
export function PasskeyList() {
  const t = useWords('settings')
  const common = useWords('common')
  const passkeys = usePasskeys()
  const isKnown = useKnowsPasskeys()
  const hasMounted = useHasMounted()
  return (
    <>
      {isKnown ? (
        <NewPasskey />
      ) : (
        <p className="text-ink-3">
          {t('passkeysUnknown')} {hasMounted && <ForAdmin>{common('httpsSetUp')}</ForAdmin>}
        </p>
      )}
      {passkeys.isPending && <Waiting rows={1} rowHeight={46} />}
      {passkeys.isError && (
        <Failed
          title={t('passkeysFailed')}
          error={passkeys.error}
          onRetry={() => void passkeys.refetch()}
          className="px-0"
        />
      )}
      {passkeys.data?.length === 0 && <p className="mt-3 text-ink-3">{t('noPasskeys')}</p>}
      <ul className="mt-3 empty:hidden">
        {(passkeys.data ?? []).map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
    </>
  )
}

function PasskeyRow({ passkey }: { readonly passkey: PasskeyItem }) {
  const t = useWords('settings')
  const [asked, setAsked] = useState<'name' | 'removal' | null>(null)
  const { name, createdAt, lastUsedAt } = passkey
  if (asked === 'name') return <NameForm passkey={passkey} onDone={() => setAsked(null)} />
  if (asked === 'removal') return <Removal passkey={passkey} onStop={() => setAsked(null)} />
  return (
    <li className="flex min-h-[46px] items-center gap-2 border-b border-line py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-[580]">{name}</span>
        <span className="block text-12 text-ink-3">
          {t.rich(lastUsedAt === null ? 'madeUnused' : 'madeUsed', {
            made: () => <Time at={createdAt} />,
            used: () => (lastUsedAt === null ? null : <Time at={lastUsedAt} />),
          })}
        </span>
      </span>
      <Button size="small" aria-label={t('renamePasskey', { name })} onClick={() => setAsked('name')}>
        {t('rename')}
      </Button>
      <Button
        size="small"
        variant="danger"
        aria-label={t('removePasskey', { name })}
        onClick={() => setAsked('removal')}
      >
        {t('remove')}
      </Button>
    </li>
  )
}

function Removal({ passkey, onStop }: { readonly passkey: PasskeyItem; readonly onStop: () => void }) {
  const t = useWords('settings')
  const { id, name } = passkey
  const remove = useRemovePasskey(() => showToast(t('passkeyRemoved', { name })))
  return (
    <li className="border-b border-line py-1.5">
      <PasswordPrompt
        action={t('removePasskey', { name })}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onSubmit={(password) => remove.mutate({ id, password })}
        onCancel={onStop}
      />
    </li>
  )
}

function NameForm({ passkey, onDone }: { readonly passkey: PasskeyItem; readonly onDone: () => void }) {
  const t = useWords('settings')
  const common = useWords('common')
  const rename = useRenamePasskey()
  const [name, setName] = useState(passkey.name)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const onError = (error: unknown) => showError(t('settingNotSaved'), error)
    rename.mutate({ id: passkey.id, name: name.trim() }, { onSuccess: onDone, onError })
  }
  return (
    <li className="border-b border-line py-1.5">
      <form onSubmit={onSubmit} className="flex items-center gap-2">
        <Field label={t('passkeyName')} labelHidden className="flex-1">
          <TextInput
            value={name}
            maxLength={longestName.other}
            required
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" size="small" disabled={name.trim() === '' || rename.isPending}>
          {common('save')}
        </Button>
        <Button size="small" onClick={onDone}>
          {common('cancel')}
        </Button>
      </form>
    </li>
  )
}
