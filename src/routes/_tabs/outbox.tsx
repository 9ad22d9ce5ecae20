import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_tabs/outbox')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_tabs/outbox"!</div>
}
