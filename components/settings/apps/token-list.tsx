'use client'

import type { TokenItem } from '#lib/api/accounts/account.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useDeleteToken, useTokens } from '#lib/queries/accounts/account.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { NewToken } from './new-token.tsx'
import { ScopeTags } from './token-scopes.tsx'

/** Making, listing and ending tokens. */
export function TokenList() {
  const t = useWords('settings')
  const tokens = useTokens()
  return (
    <>
      <NewToken />
      {tokens.isPending && <Waiting rows={2} rowHeight={46} />}
      {tokens.isError && (
        <Failed
          title={t('tokensFailed')}
          error={tokens.error}
          onRetry={() => void tokens.refetch()}
          className="px-0"
        />
      )}
      {tokens.data?.length === 0 && <p className="mt-4 text-ink-3">{t('noTokens')}</p>}
      <ul className="mt-4 empty:hidden">
        {(tokens.data ?? []).map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ul>
    </>
  )
}

function TokenRow({ token }: { readonly token: TokenItem }) {
  const t = useWords('settings')
  const { lastUsedAt } = token
  const remove = useDeleteToken()
  return (
    <li className="flex min-h-[46px] items-center gap-3 border-b border-line py-1.5">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-[580]">
          <span className="truncate">{token.name}</span>
          <Tag>{t(token.kind === 'app' ? 'kindApp' : 'kindApi')}</Tag>
          {token.kind === 'api' && <ScopeTags scopes={token.scopes} />}
          {token.forFever && <Tag>{t('kindFever')}</Tag>}
        </span>
        <span className="block text-12 text-ink-3">
          {t.rich(lastUsedAt === null ? 'madeUnused' : 'madeUsed', {
            made: () => <Time at={token.createdAt} />,
            used: () => (lastUsedAt === null ? null : <Time at={lastUsedAt} />),
          })}
        </span>
      </span>
      <Button
        size="small"
        variant="danger"
        aria-label={t('deleteToken', { name: token.name })}
        disabled={remove.isPending}
        onClick={() =>
          remove.mutate(token.id, {
            onSuccess: () => showToast(t('tokenDeleted', { name: token.name })),
            onError: (error) => showError(t('tokenNotDeleted'), error),
          })
        }
      >
        {t('delete')}
      </Button>
    </li>
  )
}
