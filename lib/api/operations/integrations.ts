import { z } from 'zod'
import {
  integrationChange,
  integrationItem,
  integrationRequest,
  integrationTest,
  sendItem,
  sendPage,
  sendRequest,
  sendsQuery,
} from '#lib/api/integrations/integrations.ts'
import { none, read, write, type Operations } from './operation.ts'

const linkding = { kind: 'linkding', name: 'Links', url: 'https://links.example.org', token: 'a token' }

/** Postings that are saved elsewhere. Tokens and passwords are taken, and never told again. */
export const integrations: Operations = {
  'GET /integrations': read('All services', z.strictObject({ integrations: z.array(integrationItem) })),
  'POST /integrations': write('Adds a service', integrationItem, {
    body: integrationRequest,
    isOnce: true,
    status: 201,
    errors: ['conflict'],
    sample: () => ({ body: linkding }),
  }),
  'PATCH /integrations/{id}': write(
    'Changes a service; at another address its secrets must be entered again',
    integrationItem,
    { ...none, body: integrationChange, sample: () => ({ body: { name: 'Other links' } }) },
  ),
  'DELETE /integrations/{id}': write('Deletes a service and the articles that wait for it', null, none),
  'POST /integrations/{id}/test': write(
    'Tests a service: signs in there and saves nothing',
    integrationTest,
    {
      errors: ['not_found', 'too_many_requests'],
      without: 'the service',
    },
  ),
  'GET /integrations/sends': read(
    'The articles that were sent to services and the results, newest first',
    sendPage,
    {
      query: sendsQuery,
    },
  ),
  'POST /postings/{id}/send': write('Sends an article to a service, never twice', sendItem, {
    body: sendRequest,
    status: 202,
    errors: ['not_found', 'conflict'],
    sample: ({ integration: integrationId }) => ({ body: { integrationId } }),
  }),
}
