/** English words that say little about the subject of a text: Snowball's list, split as `segmentWords` does. */
const english = new Set(
  `a about above after again against all am an and any are aren't as at be because been before being below between both but by can can't cannot could couldn't
  did didn't do does doesn't doing don't down during each few for from further had hadn't has hasn't have haven't having he her here hers herself him himself his how
  i if in into is isn't it its itself me more most mustn't my myself no nor not of off on once only or other ought our ours ourselves out over own
  same shan't she should shouldn't so some such than that the their theirs them themselves then there these they this those through to too under until up
  very was wasn't we were weren't what when where which while who whom why will with won't would wouldn't you your yours yourself yourselves`
    .split(/\s+/)
    .flatMap((word) => [word, word.replace("'", '’')]),
);

/** Stop words of other languages. */
const others: Record<string, string> = {
  de: `der das den dem des ein eine einen einem einer eines und oder aber ist sind waren wird werden wurde habe haben
    hatte kann können muss soll ich du sie es wir ihr mich mir dich uns euch sich mein meine meinen meinem meiner
    dein deine sein seine seinen ihre ihren ihrem unser unsere nicht kein keine mit von vom zu zum zur bei beim im
    auf aus für über unter um wie wo wer wann warum welche welcher welches welchen dass wenn weil nach vor durch
    gegen ohne bis auch noch nur schon sehr hier da dort gibt als`,
  fr: `le la les l un une des du de et ou mais est sont était être ai avons ont avait je tu il elle nous vous ils
    elles te se mon mes ta tes sa ses notre nos votre vos leur leurs ce cet cette ces que qu qui quoi quel quelle
    quels quelles où quand pourquoi ne pas dans en sur sous avec sans au aux chez entre si comme faire fait peut
    doit`,
  es: `el la los las un una unos unas pero es ser está están fue han tengo tiene yo tú él ella nosotros te se nos mi
    mis tu tus sus nuestro nuestra este esta estos estas ese esa eso que qué quién cuál cuáles dónde cuándo cómo
    porque ni en de del al por para sobre entre lo le les si como más muy ya su`,
  it: `il lo la gli le un uno una di del dello della dei degli delle al allo alla ai agli alle da dalla nel nella nei
    sul sulla tra fra è sono essere ho hanno io tu lui lei noi voi loro mi ti si ci mio miei mie tuo tua suo sua
    nostro questo questa quello che cosa quale quali quando perché più anche`,
  pt: `um uma de da em na nos nas por pelo pela para com sem sobre ou mas é são ser está foi tem tenho há tu
    ele ela nós eles elas te se meu minha meus minhas seu sua seus suas nosso este esta esse essa isso que quem
    qual quais onde quando como porque não mais ao à`,
  nl: `de het een en maar zijn waren wordt worden heeft heb hebben kan kunnen moet zal ik jij je hij zij ze wij
    jullie mij mijn jouw uw haar hun ons onze deze dit dat niet geen voor naar op aan bij uit onder wie wat
    waar wanneer waarom welke te ook nog `,
  pl: `na od za po przy dla ze oraz lub ale że są był była było być mam mają może nie ja ty ona my wy oni mnie mi cię
    ci mu jej ich się mój moja moje twój swój jego nasz ta te tego tej tym kto jaki jaka jakie który która które
    gdzie kiedy jak dlaczego czy już tylko`,
  tr: `ve veya ile ama bir bu şu da de ki mi mı mu mü için gibi kadar daha çok en ne nasıl neden niçin nerede hangi
    kaç zaman siz onlar benim senin onun bizim yok değil ise olan olarak`,
  ru: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне было вот от
    меня о из ему когда ли если уже или ни быть был была были есть это для мы они мой моя мои моё наш где кто кого
    чем чего какой какая какие какое который которая которые почему куда при до под над про`,
  ar: `في من إلى على عن مع هذا هذه ذلك تلك التي الذي هو هي هم أن إن كان كانت لا ما لم لن أو و ثم قد كل أي متى أين كيف
    لماذا ماذا هل`,
  ja: `の は が を に で と も へ や か から まで より だ です ます た て って する した して いる ある なる れる られる くれる この その あの これ それ 何 どこ いつ だれ 誰 どう なぜ
    どの ない な ね よ`,
  zh: `的 了 是 在 和 与 及 或 也 都 就 不 我 你 他 她 它 们 我们 你们 他们 这 那 有 被 把 对 从 到 为 什么 谁 哪 哪里 怎么 吗 呢 吧 個 个`,
  ko: `및 또는 은 는 을 를 에 의 으로 에서 우리 무엇 언제 어디 누구 왜 어떻게`,
  th: `ที่ และ หรือ ใน ของ ให้ ได้ เป็น มี ไม่ จะ จาก กับ ว่า นี้ นั้น ฉัน เรา คุณ อะไร ที่ไหน เมื่อไหร่ ใคร ทำไม
    อย่างไร`,
};

const foreign = new Set(Object.values(others).flatMap((words) => words.split(/\s+/)));

/** @param word in lower case, as from `segmentWords` */
export const isEnglishStopWord = (word: string): boolean => english.has(word);

/** Whether a word is a stop word of a language other than English. */
export const isForeignStopWord = (word: string): boolean => foreign.has(word);

export const isStopWord = (word: string): boolean => isEnglishStopWord(word) || isForeignStopWord(word);
