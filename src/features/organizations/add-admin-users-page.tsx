import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { ADMINS_PAGE_SIZE, ADMINS_PER_INVITE, ADMIN_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { inviteAdminsByUsers } from '#contract/organizations.ts';
import { inviteAdminText } from '#contract/text/organizations-admins.ts';
import { listUsers, type SelectableUser } from '#contract/users.ts';
import { CallError } from '#store/api.ts';
import { Avatar } from '#ui/pictures/avatar.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { useDebounced } from '#app/lists/use-debounced.ts';
import { goBack } from '#app/navigation/back.ts';
import { useOrganization, type ActingFor } from './use-organization.ts';
import { AdminsPage } from './admins-page.tsx';

const text = inviteAdminText.users;
const SEARCH_MAX = 100;

/** The picker of people, who are invited to become administrators. Source: ADM-002, ADM-008, ADM-011, ADM-030…ADM-033. */
export function AddAdminUsersPage() {
  const acting = useOrganization();
  // Without an organization it says why there is none.
  return acting ? <Picker acting={acting} /> : <AdminsPage />;
}

/** Who is chosen, over several searches, and the call that invites them. */
const useInviting = ({ organization, scope }: ActingFor, onRefused: () => void) => {
  const navigate = useNavigate();
  const call = useOnlineCall();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
    setProblem(undefined);
  };
  const send = async (): Promise<void> => {
    if (chosen.size === 0) return setProblem(text.atLeastOne);
    if (chosen.size > ADMINS_PER_INVITE) return setProblem(text.tooMany(ADMINS_PER_INVITE));
    setSending(true);
    setProblem(undefined);
    try {
      const of = { id: organization.id, user_ids: [...chosen] };
      const { invited, errors } = await call(inviteAdminsByUsers, of, { scope });
      if (invited.length > 0) showToast({ text: text.sent(invited.length), kind: 'success' });
      if (errors.length === 0) return await navigate({ to: '/admins-management', replace: true });
      // Who was not invited stays chosen, with the reason.
      setChosen(new Set(errors.map((each) => each.of)));
      setProblem(errors[0]!.message);
      onRefused();
    } catch (error) {
      setProblem(failureText(error, text.failed));
      if (!(error instanceof CallError)) throw error;
    } finally {
      setSending(false);
    }
  };
  return { chosen, choose, problem, isSending, send };
};

function Picker({ acting }: { acting: ActingFor }) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed, ADMIN_SEARCH_DEBOUNCE_MS).trim();
  const paged = usePagedAnswer(
    listUsers,
    search,
    (page) => ({ page: page + 1, limit: ADMINS_PAGE_SIZE, ...(search && { search }) }),
    acting.scope,
  );
  const { chosen, choose, problem, isSending, send } = useInviting(acting, paged.answered.reload);
  return (
    <WizardPage
      header={inviteAdminText.header}
      heading={text.heading}
      barBack={goBack}
      onNext={() => void send()}
      next={{
        label: text.next(chosen.size),
        busy: isSending && inviteAdminText.sending,
        offlineHelp: inviteAdminText.offline,
      }}
    >
      <div className="stack">
        <SearchField
          label={text.search}
          value={typed}
          maxLength={SEARCH_MAX}
          onChange={(event) => setTyped(event.target.value)}
          // Enter would send the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        {chosen.size > 0 && (
          <p className="t-small t-2" role="status">
            {text.chosen(chosen.size)}
          </p>
        )}
        <AnswerList
          key={search}
          paged={paged}
          shape="row"
          empty={
            <EmptyState drawing="search" title={text.none}>
              {text.noneHelp}
            </EmptyState>
          }
        >
          {(people) => <People people={people} chosen={chosen} onChoose={choose} />}
        </AnswerList>
      </div>
    </WizardPage>
  );
}

interface PeopleProps {
  people: readonly SelectableUser[];
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
}

function People({ people, chosen, onChoose }: PeopleProps) {
  return (
    <RowList label={text.list}>
      {people.map((person) => (
        <PersonRow
          key={person.id}
          person={person}
          isChosen={chosen.has(person.id)}
          onChange={(isChosen) => onChoose(person.id, isChosen)}
        />
      ))}
    </RowList>
  );
}

interface PersonRowProps {
  person: SelectableUser;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

function PersonRow({ person: { id, firstName, lastName, username, avatar }, isChosen, onChange }: PersonRowProps) {
  const name = `${firstName} ${lastName}`;
  return (
    <ListRow
      leading={<Avatar name={name} id={id} src={avatar} />}
      title={name}
      text={username}
      selectable={{ checked: isChosen, onChange }}
    />
  );
}
