import { useNavigate } from '@tanstack/react-router';
import { ACT_SUBJECTS, listActs, type ActOfDesk } from '#contract/desk.ts';
import { deskJobsText } from '#contract/text/desk-jobs.ts';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Time } from '#ui/time.tsx';
import { DeskList } from '#app/desk/desk-list.tsx';
import { DeskTabs } from '#app/desk/desk-tabs.tsx';
import { DeskView } from '#app/desk/desk-view.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { usePages } from '#app/navigation/entries.ts';
import { settingName, settingValue } from './setting-words.ts';

const { acts: text, jobs } = deskJobsText;
const PAGE_SIZE = 50;
const ABOUTS = ['all', ...ACT_SUBJECTS] as const;
type About = (typeof ABOUTS)[number];

/** What operators did: who, what, why and when, the last act first. Source: D-297, decision 0125. */
export function ActsPage({ about }: { about: About }) {
  const navigate = useNavigate();
  const [pages, more] = usePages(`acts ${about}`);
  const inputs = Array.from({ length: pages }, (_, page) => ({ about, limit: PAGE_SIZE, offset: page * PAGE_SIZE }));
  return (
    <DeskView desk={useDesk(listActs, inputs)} title={() => text.title} otherwise="/dashboard">
      {(answers) => {
        const { count } = answers[0]!;
        const acts = answers.flatMap(({ results }) => results);
        return (
          <div className="stack">
            <DeskTabs selected="acts" />
            <ChipFilter
              label={text.filter}
              single
              value={[about]}
              onChange={([next]) =>
                void navigate({ to: '/admin/acts', search: next === 'all' ? {} : { about: next! }, replace: true })
              }
              options={ABOUTS.map((value) => ({ value, label: text.abouts[value] }))}
            />
            {count === 0 ? (
              <EmptyState drawing="quiet" title={about === 'all' ? text.none : text.noneAbout} />
            ) : (
              <DeskList label={text.list} counted={text.count(count)} count={count} rows={acts} more={more}>
                {(act) => <ActCard key={act.id} act={act} />}
              </DeskList>
            )}
          </div>
        );
      }}
    </DeskView>
  );
}

/** What an act was about, in words: also if it does not exist any more. */
const subjectName = ({ kind, name }: ActOfDesk['subject']): string => {
  if (name === null) return text.gone[kind];
  if (kind === 'setting') return settingName(name);
  return kind === 'job' ? (jobs.kinds[name] ?? name) : name;
};

const whatOf = ({ act, subject }: ActOfDesk): string => {
  const name = subjectName(subject);
  return text.what[act]?.(name) ?? text.other(act, name);
};

/** The page of the desk about an application, an organization, a code, sports, money or what is featured; other subjects have none of their own. */
const pageOf = ({ kind, id, name }: ActOfDesk['subject']): string | undefined => {
  if (name === null) return undefined;
  if (kind === 'application') return `/admin/applications/${id}`;
  if (kind === 'sport') return '/admin/sports';
  if (kind === 'code') return `/admin/codes?find=${name}`;
  if (kind === 'featured') return '/admin/featured';
  if (kind === 'money') return '/admin/money';
  return kind === 'organization' ? `/admin/organizations/${id}` : undefined;
};

function ActCard({ act }: { act: ActOfDesk }) {
  const { by, reason, at, subject, change } = act;
  const page = pageOf(subject);
  const what = whatOf(act);
  return (
    <li className="card stack-s">
      <h2 className="t-strong">
        {page ? (
          <a className="desk__about" href={page}>
            {what}
          </a>
        ) : (
          what
        )}
      </h2>
      {change && (
        <p className="desk__told">
          {text.change(settingValue(subject.id, change.before), settingValue(subject.id, change.after))}
        </p>
      )}
      <p className="desk__told">{reason}</p>
      <p className="t-small t-2">
        <Time iso={at} full={formatFullDate}>
          {text.by(by, formatWhen(at))}
        </Time>
      </p>
    </li>
  );
}
