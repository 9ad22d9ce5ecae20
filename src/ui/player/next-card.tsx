import { useEffect, useEffectEvent, useState } from 'react';
import { commonText } from '#contract/text/common.ts';
import { playerText } from '#contract/text/watch-player.ts';
import { Button } from '../buttons/button.tsx';
import './next-card.css';

/** Time to say no, s. */
const COUNT_S = 5;

interface NextCardProps {
  title: string;
  onPlay: () => void;
}

/** Over the picture at its end: what plays next in five seconds, unless it is cancelled. */
export function NextCard({ title, onPlay }: NextCardProps) {
  const [leftS, setLeftS] = useState(COUNT_S);
  const [isCancelled, setCancelled] = useState(false);
  const play = useEffectEvent(onPlay);
  useEffect(() => {
    if (isCancelled) return;
    if (leftS === 0) return play();
    const timer = setTimeout(() => setLeftS(leftS - 1), 1000);
    return () => clearTimeout(timer);
  }, [isCancelled, leftS]);
  if (isCancelled) return null;
  return (
    <div className="next-card on-board" role="group" aria-label={playerText.upNext}>
      {/* Read out once, not every second. */}
      <output className="visually-hidden">{playerText.nextSoon(title, COUNT_S)}</output>
      <p className="next-card__count" aria-hidden="true">
        {playerText.nextIn(leftS)}
      </p>
      <p className="next-card__title">{title}</p>
      <div className="next-card__actions">
        <Button variant="signal" size="m" onClick={onPlay}>
          {playerText.playNow}
        </Button>
        <Button variant="chalk" size="m" onClick={() => setCancelled(true)}>
          {commonText.cancel}
        </Button>
      </div>
    </div>
  );
}
