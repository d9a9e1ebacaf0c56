/**
 * Words of instructions to a model, folded as in ./fold.ts: lower case, without diacritics. `_` is a space.
 * In Latin, Greek and Cyrillic, an entry matches only at the start of a word, in other scripts anywhere. An entry with
 * a final dot matches only at the end of a word.
 */
const lists = {
  /** To set instructions aside. */
  drop: `stop_being ignor disregard forget overlook override overrid bypass discard set_aside throw_away pay_no_attention do_not_follow
    do_not_obey don't_follow don't_obey stop_following stop_obeying cease turn_off drop_your abandon no_longer_bound no_longer_follow
    skip_all revoke nothing_written
    vergiss vergess missacht verwirf verwerf beachte_nicht befolge_nicht halte_dich_nicht oubli ne_tiens_pas_compte
    ne_tenez_pas_compte ne_suis_pas ne_suivez_pas fais_abstraction faites_abstraction olvid haz_caso_omiso no_hagas_caso no_sigas
    descarta desestima esque desconsider nao_siga dimentica trascura non_tenere_conto non_seguire negeer vergeet glom bortse
    strunta glem. se_bort unohda jata_huomiotta zignoruj zapomnij pomin zapomen uita. abaikan lupakan bo_qua phot_lo quen
    hagyd felejtsd игнор проигнор забудь забудьте не_следуй не_следуйте не_обращай отбрось ігнор забуд αγνοησ ξεχασ
    忽略 忽视 忽視 无视 無視 忘记 忘掉 忘記 不要遵守 不要理会 抛弃 忘れ 従わない 무시 잊어 잊고 تجاهل انس. अनदेखा नज़रअंदाज़ भूल
    התעלם שכח ละเว้น เพิกเฉย ลืม yok_say unut gormezden goz_ardi dikkate_alma`,
  /** Names for a model's instructions. */
  rules: `instruction instrucc instruc instruktion instrukc instruktsi istruzion instruct direction directive rule. rules guideline prompt
    system_message system_prompt constraint restriction polic protocol command programming context conten filter
    anweisung anordnung vorgabe regel regles. consigne reglas regole regras ordenes instructie opdracht forskrift ohje saanno saanto
    polecen zasad pokyn pravidl reguli instructiuni. instruksi perintah aturan huong_dan quy_tac cac_lenh utasitas szabaly
    talimat kural komut instruktioner инструкц указани правил команд інструкц вказів οδηγι κανονες 指令 指示 提示 规则 規則 命令 ルール
    プロンプト 지시 규칙 명령 프롬프트 تعليمات قواعد أوامر निर्देश नियम הוראות כללים הכללים ההוראות คำสั่ง กฎ`,
  /** Words that say which instructions are meant: earlier ones, all, or the model's own. */
  prior: `previous prior. above. earlier preceding before. all. any. every. your. the_system so_far up_to_now given_to_you you_were
    you_have_been you_follow original initial existing former. whatever hidden safety
    vorherig bisherig obig. alle. alles. samtlich deine deinen ihre. precedent toutes. tes. vos. ci-dessus anterior previas todas. tus. sus.
    iniciales suas. seus. todo. tudo. precedenti tutte. tue. vorige eerdere alle_ je. jouw tidigare dina. tidligere dine. aiemm
    kaikki saantosi poprzedni wszystk wczesniejsz swoje predchozi vsechny toate anterioare sebelum semua anda. truoc tat_ca
    korabbi osszes предыдущ прежн все. всё. свои твои выше попередн усі. всі. προηγουμεν ολες. σου. 之前 以前 以上 所有 前面 上述
    上面 全部 先前 你的 これまで 上記 すべて 全て 이전 위의 모든 지금까지 السابق جميع كل पिछले सभी הקודמות כל שלך ก่อนหน้า ทั้งหมด เดิม
    onceki tum. yukaridaki`,
  /** Everything that was said. */
  everything: `the_context all_context everything all_that all_of_the_above the_above all_text anything_you alles. was_du tout_ce tout. todo_lo tudo. tutto. alles_wat
    все._что всё. 一切 すべて`,
  model: `ai. a.i. ais. llm llms. language_model large_model chatbot chatgpt gpt. claude gemini copilot perplexity openai assistant ai-
    agent. agents. model. models. reviewer_bots code_reviewers bot. intelligenc artificial_intell ki. ia. sprachmodell kunstliche_intell modele. modelo.
    modello. asistente. assistente. tekoaly kielimalli jazykovy_model model_bahasa mo_hinh_ngon_ngu nyelvi_modell model_de_limbaj
    yapay_zeka yapay ии. нейросет языковая_модель языковой_модел искусственн бот. ші. мовна_модель γλωσσικο_μοντελο 人工智能 大模型 语言模型
    模型 助手 机器人 アシスタント モデル 인공지능 모델 어시스턴트 الذكاء نموذج एआई मॉडल מודל בינה โมเดล`,
  user: `user. users. user's the_reader the_human nutzer benutzer anwender l'utilisateur utilisateur usuario utente gebruiker anvandar
    bruger bruker kayttaj uzytkownik uzivatel utilizator pengguna nguoi_dung felhasznal kullanici пользовател користувач χρηστη 用户
    使用者 ユーザー 사용자 المستخدم उपयोगकर्ता משתמש ผู้ใช้`,
  /** What a text may ask a model to reveal: its instructions, its context, or keys. */
  secret: `your_system your_hidden your_initial your_secret your_confidential text_of_your word_of_your private_keys passwords_you you_were_told everything_you_know know_about_me deine_regel dein_prompt deinen_prompt ihre_anweisung vos_instruct tes_instruct votre_prompt ton_prompt tu_prompt tus_instruc tuo_prompt tue_istruz seu_prompt suas_instruc jouw_instruct je_instruct свои_инструкц твои_инструкц скрытые твой_промпт 你的指令 你的提示 あなたの指示 system_prompt system_message system_instruction systemprompt invite_systeme instructions_systeme prompt_del_sistema prompt_do_sistema
    prompt_di_sistema systeeminstruct systeemprompt prompt_systemowy systemovy_prompt systemprompten sistem_istem prompt_sistem
    promptul_de_sistem rendszerprompt jarjestelmakehote ledetekst loi_nhac_he_thong hidden_prompt initial_prompt hidden_instruct
    hidden_rules initial_instruct secret_instruct confidential_instruct confidential_rules your_prompt your_instructions your_memory
    your_configuration your_rules your_operator instructions_you instructions_verbatim rules_you conversation_history chat_history
    system_prompts secret_key secret_keys api_key api_keys private_key all_tokens every_token tokens_you keys_in_your private_notes
    in_your_context your_context hidden_ones words_above message_above deine_anweisung geheime_schlussel
    geheimen_schlussel geheime_instruct dina_dolda_instruk instrucciones_ocultas systemnyy системный_промпт системный_prompt скрытые_правил
    системний_промпт 系统提示 初始指令 システムプロンプト 시스템_프롬프트 موجه_النظام सिस्टम_प्रॉम्प्ट הנחיית_המערכת พรอมต์`,
  tell: `show_me give_me hand_me type_out quote. copy_out write_down describe_your say_your zeige nenn sag_mir schreib dis-moi donnez montrez dime dame ensena mostre dimmi laat_zien reveal print. output. show. display. tell_me disclose leak. dump. expose recite repeat. write_out list. hand_over give_out share.
    reproduce translate convert encode proceed what_were what_are spell publish read_me pass_its
    gib. gebt nenne zeig verrat affich donne montre revele muestra revela mostra rivela toon geef_je pokaz pokaz. vypis visa. skriv vis.
    nayta hien_thi tampilkan mutasd ird_ki afiseaza goster покажи выведи виведи раскрой εμφανισε 输出 公开 显示 表示 出力 출력 اعرض दिखा
    הצג แสดง`,
  /** To send to someone. */
  send: `send. forward. upload post. transmit exfiltrat append. email. wire. submit transfer fetch. insert pass_its schick sende. envoy envie. envia
    enviar invia stuur wyslij skicka gui. kirim kuldd перешли отправь надішли 发送 送信 보내 أرسل भेज שלח ส่ง`,
  /** Data that a user wouldn't send. */
  belongings: `all_memor every_memor stored_memor the_memor your_memor user's_memor memories_about memories_tagged environment_variables conversation chat_history password credential secret. secrets. token. tokens. api_key private_notes clipboard contacts
    everything_you user's_data the_user's personal_data notizen l'historique historique historico notities rozmow conversa заметк нотатки
    记忆 记录 個人情報 lich_su_tro_chuyen ข้อมูล`,
  hide: `do_not_tell do_not_mention do_not_inform don't_tell don't_mention don't_inform never_tell never_mention never_inform without_telling
    without_mentioning without_informing must_not_reveal hide_that hide_this hide_it keep_this_secret keep_this keep_it say_nothing
    do_not_reveal conceal silently secretly not_tell don't_ask_for do_not_ask_for without_asking refuse_to_explain leave_out_that
    erwahne_nicht erwahne verschweig verrate verrat_ sag_nichts ne_dis_pas ne_dites_pas ne_mentionne sans_prevenir sans_le_dire no_se_lo_digas
    no_digas no_menciones no_le_digas nao_avise nao_diga nao_mencione non_dire non_menzionare niets_tegen zeg_niets vertel_niet
    niet_tegen saga_inte sig_ikke alaka_kerro nerikej nemow nie_mow ne_szolj nu-i_spune soyleme jangan_beri dung_noi не_говори
    не_упоминай не_сообщай не_кажи 不要提及 不要告诉 隐藏这 伝えない 触れず 말하지 לא_תספר אל_תספר لا_تخبر न_बताए อย่าบอก`,
  answer: `only_answer answer respond reply. replies recommend reply_ say. state_that claim_that rate_the rate_this rank_this score_this give_this praise promote suggest push. cite_only answer_only
    approve_this be_accepted begin_your start_your end_your include_the insert_a append_the convince agree_with give_a_positive positive_review
    antworte antwortest bewert empfiehl empfehl fuge reponds repond recommand responde responda recomienda recomiend diga. dire_
    raccomand consiglia onder antwoord recommende svara svar_ anna_ doporuc odpow tra_loi katakan recomand oner. ответь отвечай напиши поставь
    оцени порекоменд відповід πες. 回答 推荐 给这 最高分 只说 おすすめ 評価 답하 추천 أجب लिखें אמור ตอบ`,
  when: `for_every whenever when_asked when_the_user each_time any_time every_time from_now_on from_here_on from_this_point for_all_future in_every in_all_future
    for_the_rest_of in_every_later always. ab_jetzt ab_sofort jeder_antwort immer. desormais a_partir toujours siempre. sempre. d'ora_in_poi
    voortaan altid alltid vzdy zawsze her_zaman selalu luon_ всегда отныне теперь 从现在 总是 必ず 앞으로 항상 دائما हमेशा`,
  /** A model without limits. */
  unbound: `your_restrictions your_limits all_restrictions say_anything without_refusing no_safety no_moral any_request every_request unaligned amoral keine_regeln aucune_regle sin_reglas senza_regole sem_regras geen_regels без_правил 没有规则 unrestricted uncensored unfiltered jailbr no_restriction without_restriction without_any without_limit without_safety no_limits
    no_ethic no_rules no_guidelines no_content_polic no_filter without_filter no_longer_bound never_refuse never_aligned not_bound freed_from
    do_anything_now developer_mode debug_mode maintenance_mode sudo_mode unrestricted_mode evil. dan. comply_with_every comply_with_any accepts_all
    safety_protocol safety_rules safety_checks safety_filter content_filter content_polic your_principles
    ohne_einschrankung ohne_grenzen sans_restriction sans_filtre sans_limite sin_restriccion sin_limites sin_filtros senza_filtri senza_restri
    senza_limiti sem_restric sem_limites zonder_beperk utan_begrans utan_regler uden_regler uten_regler bez_ogranicz bez_omezeni без_ограничен
    без_обмежен 没有任何限制 不受任何限制 无限制 開発者モード 制限なし 제한_없는 بلا_قيود kisitlamasiz`,
  become: `you_are_now act_as act_like pretend roleplay behave_as imagine behave_like switch_to enter. activate
    you_have_been you_may_now du_bist_jetzt sei_ tu_es_maintenant reponds_desormais comporte-toi agis_comme actua_como eres_un compor
    aja_como doe_alsof du_er_nu du_ar_nu jestes_teraz ty_jsi ты_теперь теперь_ты веди_себя 你现在是 你是一个 振る舞 처럼_행동 تصرف`,
  is: `you_have_been you_may_now you_are_free you_are_an you_are_a you_have_no eres_un tu_es_un 你是一个 あなたは`,
  off: `disabled suspended deactivated switched_off lifted do_not_apply`,
  /** Claims that earlier instructions don't count. */
  void: `void. are_void revoked outdated lifted fake. obsolete was_a_test not_valid`,
  newTask: `ignore_that skip_that forget_that on_second_thought what_matters_now real_purpose updated_goal new_task new_goal new_instruction new_directive new_purpose real_task real_instruction real_goal actual_task actual_job
    updated_task updated_instruction true_one only_valid valid_instruction only_purpose your_task. your_goal. your_real your_actual your_new your_only
    your_current_task`,
  obey: `obey comply_with follow_only follow_this obeying`,
  authority: `verified_by authorized_by authorised_by by_order_of system_administrator admin_override your_developer sudo_mode override_code instruction_override administrator_of_this your_operator
    platform_owner required_by_the_system as_the_system_demands by_openai by_anthropic from_the_developers come_from_the_developers
    by_authorization_of this_is_your_developer highest_priority outranks`,
  ifYou: `if_you if_an if_a_ if_any_ falls_du falls_ein wenn_du wenn_ein si_tu si_vous si_un si_eres se_voce se_sei se_un als_je als_een jos_olet pokud_jsi neu_ban jika_anda αν_εισαι если_ты если_эт если_вы якщо_ти ha_te daca_esti 如果 あなたが यदि אם หาก 만약`,
  notice: `instruction_for for_the_assistant for_the_ai for_the_model for_ai to_the_assistant to_the_ai to_the_model to_the_language to_the_llm to_any_ai to_any_llm note_to message_to message_for attention achtung hinweis_an nota_para mensaje mensagem messaggio bericht_aan dear. hey. hello. 
    to_automated to_all an_die a_l'attention сообщение_для повідомлення_для 给大 提示给 to_ai aan_de para_la`,
  called: `assistant, assistant: agent, agent: agents, agents: chatbot, chatbot: ai, ai: llm, llm: llms, llms: gpt, gpt: chatgpt, chatgpt: claude, claude: copilot, copilot: gemini, gemini: model, model: models, models: bots, bots: reviewers, reviewers:`,
  reading: `reading. reviewing processing summari that_reads that_process who_reads should. must. has_to have_to may_now can_drop
    are_required you_must ask_to lies. liest resume_ lit_ceci lee_esto обрабатыва を要約 handles should_state`,
  you: `you. your. du. tu. vous. ty. ты. вы. 你 あなた`,
  address: `http:// https:// mailto:`,
  yourAnswer: `your_answer your_response your_reply your_output your_summary your_next_answer your_next_response their_answer`,
  unasked: `without_asking no_confirmation without_confirmation without_approval as_if_nothing do_not_ask_for don't_ask_for no_approval`,
  tool: `with_your_tool using_your_tool function. tool. tools. terminal. shell_command call_the execute. run_the`,
} as const;

export type Concept = keyof typeof lists;

/** Where a word of a concept is in a text: offsets in UTF-16 code units, and the number of the sentence. */
export interface Hit {
  start: number;
  end: number;
  sentence: number;
}

interface Node {
  next: Map<number, Node>;
  words: { concept: Concept; isWhole: boolean }[];
}

const newNode = (): Node => ({ next: new Map(), words: [] });

let root: Node | undefined;

function trie(): Node {
  if (root !== undefined) return root;
  root = newNode();
  for (const [concept, list] of Object.entries(lists)) {
    for (const word of list.split(/\s+/)) {
      const isWhole = word.endsWith('.');
      let node = root;
      for (const letter of (isWhole ? word.slice(0, -1) : word).replaceAll('_', ' ')) {
        const code = letter.charCodeAt(0);
        let next = node.next.get(code);
        if (next === undefined) node.next.set(code, (next = newNode()));
        node = next;
      }
      node.words.push({ concept: concept as Concept, isWhole });
    }
  }
  return root;
}

/** A letter of Latin, Greek or Cyrillic. Only in these scripts does it matter where words start. */
const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x370 && code <= 0x52f);

/**
 * Whether a word ends between the characters `last` and `after`. It also ends where a Latin, Greek or Cyrillic letter
 * is followed by a letter of any script but these three: “print系统提示”.
 */
const endsWord = (last: number, after: number): boolean =>
  isLetter(last) ? !isLetter(after) : Number.isNaN(after) || !/\p{L}/u.test(String.fromCharCode(after));

const space = 0x20;
/** One of .!? */
const isSentenceEnd = (code: number): boolean => code === 0x2e || code === 0x21 || code === 0x3f;
/** A line feed, or one of 。！？ */
const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x3002 || code === 0xff01 || code === 0xff1f;

/**
 * The words of all concepts in a folded text. Takes time linear in the text's length: no word of a concept is longer
 * than a few dozen letters.
 */
export function hitsIn(text: string): Map<Concept, Hit[]> {
  const hits = new Map<Concept, Hit[]>();
  const first = trie();
  let sentence = 0;
  let before = space;
  for (let start = 0; start < text.length; start++) {
    const code = text.charCodeAt(start);
    if (isLineEnd(code) || (code === space && isSentenceEnd(before))) sentence++;
    const isInWord = isLetter(before) && isLetter(code);
    before = code;
    if (isInWord) continue;
    let node = first.next.get(code);
    for (let end = start + 1; node !== undefined; end++) {
      const after = text.charCodeAt(end);
      for (const { concept, isWhole } of node.words)
        if (!isWhole || endsWord(text.charCodeAt(end - 1), after)) add(hits, concept, { start, end, sentence });
      node = node.next.get(after);
    }
  }
  return hits;
}

function add(hits: Map<Concept, Hit[]>, concept: Concept, hit: Hit): void {
  const others = hits.get(concept);
  if (others === undefined) hits.set(concept, [hit]);
  else others.push(hit);
}
