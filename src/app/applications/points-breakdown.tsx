import type { ApplicationResult } from '#contract/applications.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { Accordion } from '#ui/lists/accordion.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import './points-breakdown.css';

const { result: text } = creatorText;

/** The points of an application by category, with each question and its answer in words. Source: APP-006…APP-008. */
export function PointsBreakdown({
  result: { experience, education, invitationCodePoints, total },
}: {
  result: ApplicationResult;
}) {
  const { degrees, license } = education;
  return (
    <>
      <p className="board points__total">
        <span>{text.total}</span>
        <strong>{text.points(total)}</strong>
      </p>
      <section className="stack-s">
        <SectionHeading action={text.points(experience.total)}>{text.experience}</SectionHeading>
        <Accordion
          items={experience.categories.map((category) => ({
            id: category.name,
            title: (
              <span className="points__line">
                <span>{category.name}</span>
                <span className="points__number">{text.points(category.points)}</span>
              </span>
            ),
            content: <Answers category={category} />,
          }))}
        />
      </section>
      <section className="stack-s">
        <SectionHeading action={text.points(education.total)}>{text.education}</SectionHeading>
        <ul className="card points__list">
          {degrees.map(({ level, count, points }) => (
            <Line key={level} label={text.degrees(level, count)} points={points} />
          ))}
          {license && <Line label={license.title} points={license.points} />}
          {degrees.length === 0 && !license && <li>{text.none}</li>}
        </ul>
      </section>
      <section className="stack-s">
        <SectionHeading action={text.points(invitationCodePoints)}>{text.invitation}</SectionHeading>
      </section>
    </>
  );
}

function Line({ label, points }: { label: string; points: number }) {
  return (
    <li className="points__line">
      <span>{label}</span>
      <span className="points__number">{text.points(points)}</span>
    </li>
  );
}

/** The questions and answers of a category. Source: APP-007. */
function Answers({ category: { name, items } }: { category: ApplicationResult['experience']['categories'][number] }) {
  return (
    <table className="points__table">
      <caption className="visually-hidden">{text.table(name)}</caption>
      <thead>
        <tr>
          <th scope="col">{text.question}</th>
          <th scope="col">{text.answer}</th>
          <th scope="col">{text.pointsColumn}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ question, answer, points }) => (
          <tr key={question}>
            <th scope="row">{question}</th>
            <td>{answer}</td>
            <td>{points}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
