/** The page for agents: the pocket, the agents, the waiting payments and the history. @module */
import type { ReactElement } from 'react'
import { Button } from '../ui/button.js'
import { Card, ScreenHeading, Skeleton } from '../ui/card.js'
import { Icon } from '../ui/icon.js'
import { NewsRegion, ProblemNotice } from '../ui/notice.js'
import { AgentCard } from './agent-card.js'
import { ConnectForm } from './connect-form.js'
import { History } from './history.js'
import { Pocket } from './pocket.js'
import { type AgentsPage, useAgents } from './use-agents.js'
import { Waiting } from './waiting.js'

/** The page. */
export function Agents(): ReactElement {
  const { view, error, news, told, tell, after, reload } = useAgents()
  const isBusy = view === undefined && error === undefined
  return (
    <div className="stack">
      <ScreenHeading>Agents</ScreenHeading>
      <p className="lead">Software that pays for you, within limits you set.</p>
      <NewsRegion ref={told} news={news} />
      <div className="stack" aria-busy={isBusy || undefined}>
        {isBusy && <Skeleton lines={5} />}
        {view === undefined && error !== undefined && (
          <>
            <ProblemNotice error={error} />
            <Button weight="secondary" onClick={() => void reload()}>
              Try again
            </Button>
          </>
        )}
        {view !== undefined && <Parts view={view} tell={tell} after={after} />}
      </div>
    </div>
  )
}

function Parts(page: AgentsPage): ReactElement {
  const { agents, history } = page.view
  return (
    <>
      <Waiting {...page} />
      <Pocket {...page} />
      <div className="stack">
        {agents.length === 0 && <NoAgents />}
        {agents.map((agent) => (
          <AgentCard key={agent.id} agent={agent} {...page} />
        ))}
      </div>
      <ConnectForm {...page} />
      <History payments={history} />
    </>
  )
}

function NoAgents(): ReactElement {
  return (
    <Card>
      <div className="empty">
        <Icon name="agent" />
        <p>
          <strong>No agents yet</strong>
        </p>
        <p className="soft">
          Connect one below. It makes small payments on its own and asks you about larger ones.
        </p>
      </div>
    </Card>
  )
}
