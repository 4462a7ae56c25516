import Link from 'next/link'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/empty.tsx'
import { Logo } from '#components/ui/logo.tsx'

export const metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main className="mx-auto max-w-[640px] px-5 pt-16">
      <h1 className="px-6">
        <Logo />
      </h1>
      <Empty
        title="There is nothing at this address"
        action={
          <Button asChild>
            <Link href="/">Go to all postings</Link>
          </Button>
        }
      >
        It may have been moved or deleted, or the address has a mistake.
      </Empty>
    </main>
  )
}
