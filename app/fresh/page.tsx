import { redirect } from 'next/navigation'

/** The fresh list by a name that can be remembered. */
export default function FreshPage() {
  redirect('/?fresh=1')
}
